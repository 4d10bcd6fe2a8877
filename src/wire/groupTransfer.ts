import * as v from 'valibot';
import { download, inBody, inPath, json, operation, requiredInBody } from './operation.ts';
import { idOrPath, text, uploadFile } from './parameters.ts';
import { integer } from './records.ts';

/** Such as `202 Accepted`. */
export const accepted = v.object({ message: v.string() });

/** G1: for owners. */
export const exportGroup = operation({
  reference: 'G1',
  method: 'POST',
  path: '/groups/:id/export',
  parameters: { id: inPath(idOrPath) },
  answer: json(accepted),
  success: [202],
  since: '12.8',
});

/** G2: 404 until ready. Some servers allow one request a minute. */
export const downloadGroupExport = operation({
  reference: 'G2',
  method: 'GET',
  path: '/groups/:id/export/download',
  parameters: { id: inPath(idOrPath) },
  answer: download,
  success: [200],
  since: '12.8',
});

/** G3: doesn't return the new group. */
export const importGroup = operation({
  reference: 'G3',
  method: 'POST',
  path: '/groups/import',
  encoding: 'multipart',
  parameters: {
    name: requiredInBody(text),
    path: requiredInBody(text),
    file: requiredInBody(uploadFile),
    parent_id: inBody(integer),
    organization_id: inBody(integer, { since: '17.0' }),
  },
  answer: json(accepted),
  success: [202],
  since: '12.8',
});

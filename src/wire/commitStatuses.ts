import * as v from 'valibot';
import { commitStatus } from './commits.ts';
import { inBody, inPath, json, operation, requiredInBody } from './operation.ts';
import { idOrPath, text } from './parameters.ts';
import { integer } from './records.ts';

/** C12: updates one with the same name, ref and pipeline. */
export const setCommitStatus = operation({
  reference: 'C12',
  method: 'POST',
  path: '/projects/:id/statuses/:sha',
  parameters: {
    id: inPath(idOrPath),
    sha: inPath(text),
    state: requiredInBody(v.picklist(['pending', 'running', 'success', 'failed', 'canceled', 'skipped'])),
    ref: inBody(text),
    name: inBody(text, { default: 'default' }),
    context: inBody(text),
    target_url: inBody(text),
    description: inBody(v.string()),
    coverage: inBody(v.number()),
    pipeline_id: inBody(integer),
  },
  answer: json(commitStatus),
  success: [201],
});

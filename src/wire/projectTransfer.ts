import * as v from 'valibot';
import { accepted } from './groupTransfer.ts';
import { download, inBody, inPath, json, longJson, unreadJson, operation, requiredInBody } from './operation.ts';
import { idOrPath, text, uploadFile } from './parameters.ts';
import { integer, maybeInteger, maybeText } from './records.ts';
import { realSpelling } from './spelling.ts';

const identity = {
  id: integer,
  description: maybeText,
  name: v.string(),
  name_with_namespace: maybeText,
  path: v.string(),
  path_with_namespace: v.string(),
  created_at: maybeText,
};

/** `none`, `queued`, `started`, `finished`, `regeneration_in_progress`, in newer releases `failed`. */
export const projectExport = v.object({
  ...identity,
  export_status: v.string(),
  _links: v.nullish(v.object({ api_url: v.string(), web_url: v.string() })),
});

export type ProjectExport = v.InferOutput<typeof projectExport>;

/** Record that could not be imported. */
export const failedRelation = v.object({
  id: integer,
  created_at: maybeText,
  exception_class: maybeText,
  exception_message: maybeText,
  source: maybeText,
  relation_name: maybeText,
  line_number: maybeInteger,
});

const counters = v.nullish(v.record(v.string(), v.number()), {});

/** `none`, `scheduled`, `started`, `finished`, `failed`, `canceled`. At most 100 failed relations. */
export const projectImport = v.object({
  ...identity,
  import_status: v.string(),
  /** Real spelling: `gitlab_project`, `github`, … */
  import_type: v.nullish(v.pipe(v.string(), v.transform(realSpelling))),
  correlation_id: maybeText,
  failed_relations: v.nullish(v.array(failedRelation), []),
  import_error: maybeText,
  stats: v.nullish(v.object({ fetched: counters, imported: counters })),
});

export type ProjectImport = v.InferOutput<typeof projectImport>;

/** Override the archive's settings. */
const overrideParams = v.record(v.string(), v.union([v.string(), v.number(), v.boolean(), v.null()]));

/** `namespace` is deprecated since 18.7. */
const destination = {
  namespace: inBody(idOrPath),
  namespace_id: inBody(integer, { since: '18.7' }),
  namespace_path: inBody(text, { since: '18.7' }),
  name: inBody(text),
  path: requiredInBody(text),
  overwrite: inBody(v.boolean(), { default: false }),
  override_params: inBody(overrideParams),
};

/** X1: for maintainers; `upload` sends the archive to an address. */
export const exportProject = operation({
  reference: 'X1',
  method: 'POST',
  path: '/projects/:id/export',
  parameters: {
    id: inPath(idOrPath),
    description: inBody(v.string()),
    upload: inBody(v.object({ url: text, http_method: v.optional(v.picklist(['PUT', 'POST'])) })),
  },
  answer: json(accepted),
  success: [202],
});

/** X2: only the caller's own in newer releases. */
export const getProjectExport = operation({
  reference: 'X2',
  method: 'GET',
  path: '/projects/:id/export',
  parameters: { id: inPath(idOrPath) },
  answer: json(projectExport),
  success: [200],
});

/** X3: 404 until ready. */
export const downloadProjectExport = operation({
  reference: 'X3',
  method: 'GET',
  path: '/projects/:id/export/download',
  parameters: { id: inPath(idOrPath) },
  answer: download,
  success: [200],
});

export const importProject = operation({
  reference: 'X4',
  method: 'POST',
  path: '/projects/import',
  encoding: 'multipart',
  parameters: { file: requiredInBody(uploadFile), ...destination },
  answer: json(projectImport),
  success: [201],
});

/** X5: downloaded by the server. */
export const importRemoteProject = operation({
  reference: 'X5',
  method: 'POST',
  path: '/projects/remote-import',
  parameters: { url: requiredInBody(text), ...destination },
  answer: json(projectImport),
  success: [201],
  since: '13.12',
});

export const importProjectFromS3 = operation({
  reference: 'X6',
  method: 'POST',
  path: '/projects/remote-import-s3',
  parameters: {
    namespace: inBody(idOrPath),
    namespace_id: inBody(integer, { since: '18.7' }),
    namespace_path: inBody(text, { since: '18.7' }),
    name: inBody(text),
    path: requiredInBody(text),
    region: requiredInBody(text),
    bucket_name: requiredInBody(text),
    file_key: requiredInBody(text),
    access_key_id: requiredInBody(text),
    secret_access_key: requiredInBody(text),
  },
  answer: json(projectImport),
  success: [201],
});

export const getProjectImport = operation({
  reference: 'X7',
  method: 'GET',
  path: '/projects/:id/import',
  parameters: { id: inPath(idOrPath) },
  answer: json(projectImport),
  success: [200],
});

/** Into an existing project. */
export const relationImport = v.object({
  id: integer,
  project_path: v.string(),
  relation: v.string(),
  status: v.string(),
  created_at: maybeText,
  updated_at: maybeText,
});

export type RelationImport = v.InferOutput<typeof relationImport>;

/** X8: into an existing project. */
export const importRelation = operation({
  reference: 'X8',
  method: 'POST',
  path: '/projects/import-relation',
  encoding: 'multipart',
  parameters: {
    path: requiredInBody(text),
    file: requiredInBody(uploadFile),
    relation: requiredInBody(v.picklist(['issues', 'milestones', 'ci_pipelines', 'merge_requests'])),
  },
  answer: json(relationImport),
  success: [201],
  since: '16.11',
});

export const listRelationImports = operation({
  reference: 'X9',
  method: 'GET',
  path: '/projects/:id/relation-imports',
  parameters: { id: inPath(idOrPath) },
  answer: longJson(v.array(relationImport)),
  success: [200],
  since: '16.11',
});

/** X10: into an empty project. Added in some 18.x release. */
export const importGitRepository = operation({
  reference: 'X10',
  method: 'POST',
  path: '/projects/:id/import/git',
  parameters: {
    id: inPath(idOrPath),
    import_url: requiredInBody(text),
    import_url_user: inBody(text),
    import_url_password: inBody(text),
  },
  answer: unreadJson,
  success: [201],
  since: '18.0',
});

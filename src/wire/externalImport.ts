import * as v from 'valibot';
import { inBody, json, unreadJson, operation, requiredInBody } from './operation.ts';
import { text } from './parameters.ts';
import { integer, maybeText } from './records.ts';

/** Members vary between releases. */
export const importedProject = v.object({
  id: integer,
  name: v.string(),
  full_path: maybeText,
  full_name: maybeText,
  refs_url: maybeText,
  import_source: maybeText,
  import_status: maybeText,
  human_import_status_name: maybeText,
  provider_link: maybeText,
  import_error: maybeText,
  import_warning: maybeText,
  relation_type: maybeText,
});

export type ImportedProject = v.InferOutput<typeof importedProject>;

const timeoutStrategy = inBody(v.picklist(['optimistic', 'pessimistic']), { since: '16.5' });

/**
 * H1: the namespace must exist. Additional tokens are used while GitHub limits the first; `pagination_limit` is GitHub's
 * page size.
 */
export const importFromGithub = operation({
  reference: 'H1',
  method: 'POST',
  path: '/import/github',
  parameters: {
    personal_access_token: requiredInBody(text),
    repo_id: requiredInBody(integer),
    new_name: inBody(text),
    target_namespace: requiredInBody(text),
    github_hostname: inBody(text),
    optional_stages: inBody(v.record(v.string(), v.boolean()), { since: '15.5' }),
    timeout_strategy: timeoutStrategy,
    pagination_limit: inBody(integer),
    additional_access_tokens: inBody(v.array(text)),
  },
  answer: json(importedProject),
  success: [201],
});

export const cancelGithubImport = operation({
  reference: 'H2',
  method: 'POST',
  path: '/import/github/cancel',
  parameters: { project_id: requiredInBody(integer) },
  answer: json(importedProject),
  success: [200],
  since: '15.5',
});

/** H3: creates personal snippets. */
export const importGithubGists = operation({
  reference: 'H3',
  method: 'POST',
  path: '/import/github/gists',
  parameters: { personal_access_token: requiredInBody(text) },
  answer: unreadJson,
  success: [202],
  since: '15.8',
});

/** H4: servers read `new_namespace`; both are sent. */
export const importFromBitbucketServer = operation({
  reference: 'H4',
  method: 'POST',
  path: '/import/bitbucket_server',
  parameters: {
    bitbucket_server_url: requiredInBody(text),
    bitbucket_server_username: requiredInBody(text),
    personal_access_token: requiredInBody(text),
    bitbucket_server_project: requiredInBody(text),
    bitbucket_server_repo: requiredInBody(text),
    new_name: inBody(text),
    target_namespace: inBody(text),
    new_namespace: inBody(text),
    timeout_strategy: timeoutStrategy,
  },
  answer: json(importedProject),
  success: [201],
});

export const importFromBitbucket = operation({
  reference: 'H5',
  method: 'POST',
  path: '/import/bitbucket',
  parameters: {
    bitbucket_username: requiredInBody(text),
    bitbucket_app_password: requiredInBody(text),
    repo_path: requiredInBody(text),
    target_namespace: requiredInBody(text),
    new_name: inBody(text),
  },
  answer: json(importedProject),
  success: [201],
  since: '17.0',
});

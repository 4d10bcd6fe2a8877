import assert from 'node:assert/strict';
import * as v from 'valibot';
import { catalogue } from '../../src/wire/catalogue.ts';
import { isWrite, type Operation } from '../../src/wire/operation.ts';

/**
 * Typed from the interface document and servers' behaviour: reference, method, path, success statuses, answer, release
 * (`>=`), tier (`@`), `multipart`, and parameters with their place (`?` query, `=` body, `!` required).
 */
const expected = `
  C1   GET    /projects/:id/repository/commits                                200     page   ?ref_name ?since ?until ?path ?author ?all ?with_stats ?first_parent ?order ?trailers ?page ?per_page
  C2   POST   /projects/:id/repository/commits                                200,201 json   =branch! =commit_message! =start_branch =start_sha =start_project =actions! =author_email =author_name =stats =force
  C3   GET    /projects/:id/repository/commits/:sha                           200     json   ?stats
  C4   GET    /projects/:id/repository/commits/:sha/refs                      200     page   ?type ?page ?per_page
  C4b  GET    /projects/:id/repository/commits/:sha/sequence                  200     json   >=16.9 ?first_parent
  C5   POST   /projects/:id/repository/commits/:sha/cherry_pick               200,201 json   =branch! =dry_run =message
  C6   POST   /projects/:id/repository/commits/:sha/revert                    200,201 json   =branch! =dry_run
  C7   GET    /projects/:id/repository/commits/:sha/diff                      200     page   ?unidiff ?page ?per_page
  C8   GET    /projects/:id/repository/commits/:sha/comments                  200     page   ?page ?per_page
  C9   POST   /projects/:id/repository/commits/:sha/comments                  201,202 json   =note! =path =line =line_type
  C10  GET    /projects/:id/repository/commits/:sha/discussions               200     page   ?page ?per_page
  C10b POST   /projects/:id/repository/commits/:sha/discussions               201,202 json   =body! =position
  C10c POST   /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes 201,202 json =body!
  C10d PUT    /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes/:note_id 200,202 json =body!
  C10e DELETE /projects/:id/repository/commits/:sha/discussions/:discussion_id/notes/:note_id 204 nothing
  C11  GET    /projects/:id/repository/commits/:sha/statuses                  200     page   ?ref ?stage ?name ?all ?pipeline_id ?order_by ?sort ?page ?per_page
  C12  POST   /projects/:id/statuses/:sha                                     201     json   =state! =ref =name =context =target_url =description =coverage =pipeline_id
  C13  GET    /projects/:id/repository/commits/:sha/merge_requests            200     page   ?state ?page ?per_page
  C14  GET    /projects/:id/repository/commits/:sha/signature                 200     json
  P1   GET    /projects/:id/protected_branches                                200     page   ?search ?page ?per_page
  P2   GET    /projects/:id/protected_branches/:name                          200     json
  P3   POST   /projects/:id/protected_branches                                201     json   =name! =push_access_level =merge_access_level =unprotect_access_level =allow_force_push =allowed_to_push =allowed_to_merge =allowed_to_unprotect =code_owner_approval_required
  P4   PATCH  /projects/:id/protected_branches/:name                          200     json   >=15.6 =allow_force_push =code_owner_approval_required =allowed_to_push =allowed_to_merge =allowed_to_unprotect
  P5   DELETE /projects/:id/protected_branches/:name                          204     nothing
  D1   GET    /projects/:id/merge_requests/:merge_request_iid/draft_notes     200     json
  D2   GET    /projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id 200 json
  D3   DELETE /projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id 200,204 nothing
  D4   PUT    /projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id/publish 200,204 nothing
  D5   POST   /projects/:id/merge_requests/:merge_request_iid/draft_notes     201     json   >=15.9 =note! =in_reply_to_discussion_id =commit_id =resolve_discussion =position
  D6   PUT    /projects/:id/merge_requests/:merge_request_iid/draft_notes/:draft_note_id 200 json >=15.9 =note! =position
  D7   POST   /projects/:id/merge_requests/:merge_request_iid/draft_notes/bulk_publish 200,204 nothing >=15.10 =note =reviewer_state =internal
  M1   GET    /groups/:id/member_roles                                        200     json    @ultimate
  M2   POST   /groups/:id/member_roles                                        201     json    @ultimate =base_access_level! =name =description =<permissions>
  M3   DELETE /groups/:id/member_roles/:member_role_id                        204     nothing @ultimate
  M4   GET    /member_roles                                                   200     json    >=16.9 @ultimate
  M5   POST   /member_roles                                                   201     json    >=16.9 @ultimate =base_access_level! =name =description =<permissions>
  M6   DELETE /member_roles/:member_role_id                                   204     nothing >=16.9 @ultimate
  G1   POST   /groups/:id/export                                              202     json >=12.8
  G2   GET    /groups/:id/export/download                                     200     download >=12.8
  G3   POST   /groups/import                                                  202     json >=12.8    multipart =name! =path! =file! =parent_id =organization_id
  X1   POST   /projects/:id/export                                            202     json    =description =upload
  X2   GET    /projects/:id/export                                            200     json
  X3   GET    /projects/:id/export/download                                   200     download
  X4   POST   /projects/import                                                201     json    multipart =namespace =namespace_id =namespace_path =name =file! =path! =overwrite =override_params
  X5   POST   /projects/remote-import                                         201     json >=13.12    =namespace =namespace_id =namespace_path =name =url! =path! =overwrite =override_params
  X6   POST   /projects/remote-import-s3                                      201     json    =namespace =namespace_id =namespace_path =name =path! =region! =bucket_name! =file_key! =access_key_id! =secret_access_key!
  X7   GET    /projects/:id/import                                            200     json
  X8   POST   /projects/import-relation                                       201     json    >=16.11 multipart =path! =file! =relation!
  X9   GET    /projects/:id/relation-imports                                  200     json    >=16.11
  X10  POST   /projects/:id/import/git                                        201     nothing >=18.0 =import_url! =import_url_user =import_url_password
  H1   POST   /import/github                                                  201     json    =personal_access_token! =repo_id! =new_name =target_namespace! =github_hostname =optional_stages =timeout_strategy =pagination_limit =additional_access_tokens
  H2   POST   /import/github/cancel                                           200     json >=15.5    =project_id!
  H3   POST   /import/github/gists                                            202     nothing >=15.8 =personal_access_token!
  H4   POST   /import/bitbucket_server                                        201     json    =bitbucket_server_url! =bitbucket_server_username! =personal_access_token! =bitbucket_server_project! =bitbucket_server_repo! =new_name =target_namespace =new_namespace =timeout_strategy
  H5   POST   /import/bitbucket                                               201     json    >=17.0 =bitbucket_username! =bitbucket_app_password! =repo_path! =target_namespace! =new_name
  T1   GET    /groups/:id/iterations                                          200     page >=13.5    @premium ?state ?search ?in ?include_ancestors ?include_descendants ?updated_before ?updated_after ?page ?per_page
  T2   GET    /projects/:id/iterations                                        200     page    @premium ?state ?search ?in ?include_ancestors ?include_descendants ?updated_before ?updated_after ?page ?per_page
  MR1  GET    /projects/:id/merge_requests                                    200     page   ?iids ?state ?scope ?author_id ?author_username ?assignee_id ?assignee_username ?reviewer_id ?reviewer_username ?labels ?milestone ?wip ?draft ?source_branch ?target_branch ?updated_after ?search ?page ?per_page
  MR2  GET    /projects/:id/merge_requests/:merge_request_iid                 200     json   ?include_diverged_commits_count ?include_rebase_in_progress
  MR3  GET    /projects/:id/merge_requests/:merge_request_iid/versions        200     page   ?page ?per_page
  MR4  GET    /projects/:id/merge_requests/:merge_request_iid/versions/:version_id 200 json   ?unidiff
  MR5  GET    /projects/:id/merge_requests/:merge_request_iid/diffs           200     page   >=15.7 ?unidiff ?page ?per_page
  MR6  GET    /projects/:id/merge_requests/:merge_request_iid/discussions     200     page   ?page ?per_page
  MR7  POST   /projects/:id/merge_requests/:merge_request_iid/discussions     201,202 json   =body! =commit_id =position
  MR8  POST   /projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id/notes 201,202 json =body!
  MR9  PUT    /projects/:id/merge_requests/:merge_request_iid/discussions/:discussion_id 200 json =resolved!
  MR10 GET    /projects/:id/merge_requests/:merge_request_iid/notes           200     page   ?sort ?order_by ?page ?per_page
  MR11 POST   /projects/:id/merge_requests/:merge_request_iid/notes           201,202 json   =body! =internal
  MR12 GET    /projects/:id/merge_requests/:merge_request_iid/commits         200     page   ?page ?per_page
  MR13 POST   /projects/:id/merge_requests/:merge_request_iid/approve         200,201,304 nothing =sha
  MR14 POST   /projects/:id/merge_requests                                    201     json   =target_project_id =source_branch! =target_branch! =title! =allow_collaboration =description =assignee_ids =reviewer_ids =labels =milestone_id =squash =remove_source_branch
  MR15 PUT    /projects/:id/merge_requests/:merge_request_iid                 200     json   =title =target_branch =description =assignee_ids =reviewer_ids =labels =milestone_id =squash =remove_source_branch =state_event
  MR16 PUT    /projects/:id/merge_requests/:merge_request_iid/merge           200     json   =sha =auto_merge =merge_when_pipeline_succeeds =squash =merge_commit_message =squash_commit_message =should_remove_source_branch
  MR17 GET    /projects/:id/merge_requests/:merge_request_iid/approvals       200     json
  MR18 GET    /projects/:id/merge_requests/:merge_request_iid/approval_state  200     json @premium
  MR19 POST   /projects/:id/merge_requests/:merge_request_iid/unapprove       200,201,304 nothing
  MR20 GET    /projects/:id/merge_requests/:merge_request_iid/pipelines       200     page   ?page ?per_page
  MR21 GET    /projects/:id/merge_requests/:merge_request_iid/notes/:note_id  200     json
  MR22 PUT    /projects/:id/merge_requests/:merge_request_iid/notes/:note_id  200,202 json   =body!
  MR23 DELETE /projects/:id/merge_requests/:merge_request_iid/notes/:note_id  204     nothing
  MR24 PUT    /suggestions/:id/apply                                          200     json   =commit_message
  MR25 PUT    /suggestions/batch_apply                                        200     json   =ids! =commit_message
  MR26 POST   /projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds 201 json
  MR27 PUT    /projects/:id/merge_requests/:merge_request_iid/rebase          202     json
  MR28 GET    /projects/:id/merge_trains/:target_branch                       200     page   >=15.6 @premium ?scope ?sort ?page ?per_page
  MR29 POST   /projects/:id/merge_trains/merge_requests/:merge_request_iid    201,202 json   @premium =sha =squash =when_pipeline_succeeds =auto_merge
  CI1  GET    /projects/:id/pipelines/:pipeline_id/jobs                       200     page   ?include_retried ?page ?per_page
  CI2  GET    /projects/:id/jobs/:job_id/trace                                200     bytes  ?byte_offset
  CI3  GET    /projects/:id/pipelines                                         200     page   ?ref ?username ?page ?per_page
  CI4  GET    /projects/:id/pipelines/:pipeline_id/bridges                    200     page   ?page ?per_page
  CI5  GET    /projects/:id/jobs/:job_id                                      200     json
  CI6  GET    /projects/:id/pipelines/:pipeline_id                            200     json
  CI7  POST   /projects/:id/jobs/:job_id/retry                                201     json
  CI8  POST   /projects/:id/jobs/:job_id/play                                 200     json
  CI9  POST   /projects/:id/jobs/:job_id/cancel                               201     json
  CI10 POST   /projects/:id/pipelines/:pipeline_id/retry                      201     json
  CI11 POST   /projects/:id/pipelines/:pipeline_id/cancel                     200     json
  CI12 POST   /projects/:id/pipeline                                          201     json   =ref! =variables
  CI13 GET    /projects/:id/pipelines/:pipeline_id/test_report                200     json   >=13.0
  CI14 GET    /projects/:id/pipelines/:pipeline_id/test_report_summary        200     json   >=14.2
  U1   GET    /user                                                           200     json
  U2   GET    /version                                                        200     json
  U3   GET    /metadata                                                       200     json >=15.2
  U4   GET    /personal_access_tokens/self                                    200     json >=15.5
  U5   GET    /application/settings                                           200     json
  U6   GET    /todos                                                          200     page   ?project_id ?type ?page ?per_page
  U7   GET    /events                                                         200     page   ?action ?page ?per_page
  R1   GET    /projects                                                       200     page   ?membership ?search ?search_namespaces ?order_by ?page ?per_page
  R2   GET    /projects/:id                                                   200     json
  R3   GET    /projects/:id/repository/branches                               200     page   ?search ?page ?per_page
  R4   GET    /projects/:id/repository/branches/:branch                       200     json
  R5   GET    /projects/:id/repository/files/:file_path/raw                   200     bytes  ?ref
  R6   GET    /projects/:id/repository/files/:file_path                       200     json   ?ref!
  R8   GET    /projects/:id/repository/compare                                200     json   ?from! ?to! ?straight
  R9   GET    /projects/:id/repository/tags                                   200     page   ?search ?order_by ?sort ?page ?per_page
  R10  GET    /projects/:id/repository/merge_base                             200     json   ?refs!
  R11  GET    /projects/:id/labels                                            200     page   ?include_ancestor_groups ?page ?per_page
  R12  GET    /projects/:id/milestones                                        200     page   ?page ?per_page
  R13  GET    /projects/:id/issues_statistics                                 200     json
  R18  GET    /projects/:id/templates/merge_requests                          200     page   ?page ?per_page
  R19  GET    /projects/:id/templates/merge_requests/:name                    200     json
  R14  GET    /projects/:id/search                                            200     page   ?scope! ?search! ?ref ?page ?per_page
  R15  POST   /projects/:id/repository/branches                               201     json   =branch! =ref!
  R16  DELETE /projects/:id/repository/branches/:branch                       204     nothing
  R17  GET    /projects/:id/repository/changelog                              200     json   >=14.6 ?version! ?from ?to
  N1   GET    /groups                                                         200     page   ?search ?owned ?min_access_level ?top_level_only ?all_available ?page ?per_page
  N2   GET    /groups/:id                                                     200     json   ?with_projects
  N4   GET    /namespaces/:id                                                 200     json
  N5   GET    /users                                                          200     page   ?search ?username ?active ?page ?per_page
  N6   GET    /projects/:id/members/all                                       200     page   ?query ?user_ids ?page ?per_page
  N7   GET    /groups/:id/members/all                                         200     page   ?query ?user_ids ?page ?per_page
`;

/** Defaults, releases and tiers; P4 has no defaults, contrary to the document: updates keep omitted settings. */
const expectedNotes = `
  C1.author>=15.10 C1.order=default
  C2.stats=true C2.force=false
  C3.stats=true C4.type=all C4b.first_parent=false
  C5.dry_run=false C5.dry_run>=13.3 C5.message>=14.0 C6.dry_run=false C6.dry_run>=13.3 C9.line_type=new
  C7.unidiff=false C7.unidiff>=16.5
  C11.all=false C11.pipeline_id>=17.9 C11.order_by=id C11.order_by>=17.9 C11.sort=asc C11.sort>=17.9 C12.name=default
  P3.push_access_level=40 P3.merge_access_level=40 P3.unprotect_access_level=40 P3.unprotect_access_level@enterprise P3.allow_force_push=false
  P3.allowed_to_push@premium P3.allowed_to_merge@premium P3.allowed_to_unprotect@premium
  P3.code_owner_approval_required=false P3.code_owner_approval_required@premium
  P4.code_owner_approval_required@premium
  P4.allowed_to_push@premium P4.allowed_to_merge@premium P4.allowed_to_unprotect@premium
  D7.note>=18.0 D7.reviewer_state>=18.0 D7.internal>=18.0
  M2.name>=16.3 M2.description>=16.3 M5.name>=16.3 M5.description>=16.3
  G3.organization_id>=17.0
  X4.namespace_id>=18.7 X4.namespace_path>=18.7 X4.overwrite=false
  X5.namespace_id>=18.7 X5.namespace_path>=18.7 X5.overwrite=false
  X6.namespace_id>=18.7 X6.namespace_path>=18.7
  H1.timeout_strategy>=16.5 H1.optional_stages>=15.5 H4.timeout_strategy>=16.5
  T1.state=all T1.in>=16.2 T1.include_ancestors=true T1.include_descendants=false T1.include_descendants>=16.7
  T1.updated_before>=15.10 T1.updated_after>=15.10
  T2.state=all T2.in>=16.2 T2.include_ancestors=true T2.include_descendants=false T2.include_descendants>=16.7
  T2.updated_before>=15.10 T2.updated_after>=15.10
  MR16.auto_merge>=17.11 MR28.sort=desc MR29.auto_merge>=17.11 MR4.unidiff=false MR4.unidiff>=16.5 MR5.unidiff=false MR5.unidiff>=16.5
  MR1.state=all MR1.draft>=19.0 MR10.sort=desc MR10.order_by=created_at R8.straight=false R9.order_by=updated R9.sort=desc
  R11.include_ancestor_groups=true CI1.include_retried=false
`;

/** As in the newest payload; releases of only four are known. */
const expectedPermissions = `
  admin_cicd_variables admin_compliance_framework admin_group_member admin_merge_request admin_push_rules
  admin_terraform_state admin_vulnerability admin_web_hook archive_project manage_deploy_tokens
  manage_group_access_tokens manage_merge_request_settings manage_project_access_tokens manage_security_policy_link
  read_code read_runners read_dependency read_vulnerability remove_group remove_project
`
  .trim()
  .split(/\s+/);

const rows = new Map(
  expected
    .trim()
    .replaceAll('=<permissions>', expectedPermissions.map((name) => `=${name}`).join(' '))
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([reference = '', ...facts]) => [reference, facts.join(' ')]),
);

const operations: readonly Operation[] = Object.values(catalogue);

const placeMarks = { path: ':', query: '?', body: '=' } as const;

const described = ({
  method,
  path,
  success,
  answer,
  parameters,
  since,
  tier,
  encoding,
}: Operation): readonly [facts: string, parameters: readonly string[]] => {
  const rest = Object.entries(parameters)
    .filter(([, { place }]) => place !== 'path')
    .map(([name, { place, required }]) => `${placeMarks[place]}${name}${required ? '!' : ''}`);
  const marks = [since && `>=${since}`, tier && `@${tier}`, encoding].filter((mark) => mark !== undefined);
  const codes = [...success].sort((one, other) => one - other).join(',');
  return [[method, path, codes, answer.kind, ...marks].join(' '), rest.sort()];
};

/** A row in the same form; the order of parameters is irrelevant. */
const row = (reference: string): readonly [facts: string, parameters: readonly string[]] => {
  const words = rows.get(reference)?.split(' ') ?? [];
  const isParameter = (word: string): boolean => /^[?=]/.test(word);
  return [words.filter((word) => !isParameter(word)).join(' '), words.filter(isParameter).sort()];
};

const notes = (): readonly string[] =>
  operations.flatMap(({ reference, parameters }) =>
    Object.entries(parameters)
      .filter(([name]) => !['page', 'per_page', ...expectedPermissions].includes(name))
      .flatMap(([name, parameter]) => [
        ...(parameter.default === undefined ? [] : [`${reference}.${name}=${parameter.default}`]),
        ...(parameter.since === undefined ? [] : [`${reference}.${name}>=${parameter.since}`]),
        ...(parameter.tier === undefined ? [] : [`${reference}.${name}@${parameter.tier}`]),
        ...(parameter.build === undefined ? [] : [`${reference}.${name}@${parameter.build}`]),
      ]),
  );

describe('the catalogue', () => {
  it('has these operations and no others', () => {
    assert.deepEqual(operations.map(({ reference }) => reference).sort(), [...rows.keys()].sort());
    assert.equal(rows.size, 131);
  });

  it('says of parameters what the interface says: default, first release, tier', () => {
    assert.deepEqual([...notes()].sort(), expectedNotes.trim().split(/\s+/).sort());
  });

  it('lets a role be without every permission it can have, each from its release on', () => {
    for (const { parameters } of [catalogue.createMemberRole, catalogue.createInstanceMemberRole] as Operation[]) {
      const releases = expectedPermissions.map((name) => [name, parameters[name]?.since] as const);
      assert.ok(expectedPermissions.every((name) => parameters[name]?.default === false));
      const known = new Map(releases);
      assert.deepEqual(
        ['read_code', 'read_vulnerability', 'admin_vulnerability', 'read_dependency'].map((name) => known.get(name)),
        [undefined, '16.0', '16.1', '16.3'],
      );
    }
  });

  it('pages from 1 and by 20, up to 100', () => {
    for (const { parameters, answer, reference } of operations) {
      assert.equal('page' in parameters, answer.kind === 'page', reference);
      const { page, per_page: perPage } = parameters;
      if (page === undefined || perPage === undefined) continue;
      assert.deepEqual([page.default, perPage.default], [1, 20]);
      assert.deepEqual(
        [0, 1, 100, 101].map((value) => [v.is(page.schema, value), v.is(perPage.schema, value)]),
        [
          [false, false],
          [true, true],
          [true, true],
          [true, false],
        ],
      );
    }
  });

  for (const operation of operations) {
    describe(operation.reference, () => {
      it('is the operation of the interface', () => {
        assert.deepEqual(described(operation), row(operation.reference));
      });

      it('has for every place in its path a required parameter, and no other in the path', () => {
        const inPath = Object.entries(operation.parameters).filter(([, { place }]) => place === 'path');
        assert.deepEqual(
          inPath.map(([name]) => `:${name}`),
          operation.path.match(/:[a-z_]+/g) ?? [],
        );
        assert.ok(inPath.every(([, { required }]) => required));
      });
    });
  }

  it('calls writes those that are not GET', () => {
    const reads = operations.filter((operation) => !isWrite(operation)).map(({ reference }) => reference);
    const typed = [...rows].filter(([, facts]) => facts.startsWith('GET ')).map(([reference]) => reference);
    assert.deepEqual(reads.sort(), typed.sort());
  });
});

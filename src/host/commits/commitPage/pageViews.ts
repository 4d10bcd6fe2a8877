import * as vscode from '../../vscode.ts';
import type {
  CommitView,
  FileView,
  MergeRequestView,
  RefsView,
  SignatureView,
  StatusView,
} from '../../../messages/commitPage.ts';
import { isReleaseLike } from '../../../model/git/branchOrder.ts';
import type { FileChange } from '../../../model/fileChange.ts';
import { signatureTrust } from '../../../model/commits/signature.ts';
import type { CommitDetail, CommitRef, CommitSignature, CommitStatus } from '../../../wire/commits.ts';
import type { MergeRequest } from '../../../wire/mergeRequests.ts';
import { age, moment, shortSha } from '../../kit/words/format.ts';

/** Header of the commit page. */
export const commitView = (commit: CommitDetail, project: string): CommitView => ({
  sha: commit.id,
  shortSha: shortSha(commit.id),
  title: commit.title,
  body: bodyOf(commit),
  author: { name: commit.author_name, email: commit.author_email, at: commit.authored_date },
  committer: {
    name: commit.committer_name,
    email: commit.committer_email,
    at: commit.committed_date ?? commit.created_at,
  },
  parents: commit.parent_ids,
  trailers: trailersOf(commit),
  stats: commit.stats && { additions: commit.stats.additions, deletions: commit.stats.deletions },
  pipeline: pipelineOf(commit),
  project,
  webUrl: commit.web_url,
});

/** Message without its first line, whose copy in `title` may be truncated. */
const bodyOf = (commit: CommitDetail): string => {
  const [first = '', ...rest] = commit.message.split('\n');
  return (
    first === commit.title || first.startsWith(commit.title.replace(/…$/, '')) ? rest.join('\n') : commit.message
  ).trim();
};

/** Trailers from the server; the API leaves them out for a single commit, so they are parsed from the message. */
const trailersOf = (commit: CommitDetail): CommitView['trailers'] => {
  const given = Object.entries(
    commit.extended_trailers ??
      Object.fromEntries(Object.entries(commit.trailers).map(([key, value]) => [key, [value]])),
  ).flatMap(([key, values]) => values.map((value) => ({ key, value })));
  return given.length > 0 ? given : trailersIn(commit.message);
};

const trailersIn = (message: string): CommitView['trailers'] => {
  const paragraphs = message.trim().split(/\n\s*\n/);
  const lines = paragraphs.length > 1 ? (paragraphs.at(-1) ?? '').split('\n') : [];
  const pairs = lines.map((line) => /^([A-Za-z][A-Za-z0-9-]*):\s+(\S.*)$/.exec(line));
  return pairs.every((pair) => pair !== null)
    ? pairs.map(([, key = '', value = '']) => ({ key, value: value.trim() }))
    : [];
};

const pipelineOf = ({ status, last_pipeline: pipeline }: CommitDetail): CommitView['pipeline'] => {
  const known = pipeline?.status ?? status;
  return known == null ? undefined : { status: known, url: pipeline?.web_url ?? undefined };
};

export const signatureView = (signature: CommitSignature | 'unsigned'): SignatureView => {
  const { t } = vscode.l10n;
  if (signature === 'unsigned') return { tone: 'unsigned', label: t('Not signed'), details: [] };
  const trust = signatureTrust(signature);
  return {
    tone: trust,
    label:
      trust === 'verified'
        ? t('Verified ({0})', signature.signature_type)
        : t('Not verified ({0}: {1})', signature.signature_type, signature.verification_status.replaceAll('_', ' ')),
    details: signatureDetails(signature),
  };
};

const signatureDetails = (signature: CommitSignature): SignatureView['details'] => {
  const { t } = vscode.l10n;
  const { key, x509_certificate: certificate } = signature;
  const pairs: readonly (readonly [string, string | number | bigint | null | undefined])[] = [
    [t('Type'), signature.signature_type],
    [t('Status'), signature.verification_status],
    [t('Read by'), signature.commit_source],
    [t('GPG key number'), signature.gpg_key_id],
    [t('GPG key'), signature.gpg_key_primary_keyid],
    [t('GPG subkey'), signature.gpg_key_subkey_id],
    [t('Key owner'), signature.gpg_key_user_name],
    [t('Key e-mail'), signature.gpg_key_user_email],
    [t('SSH key'), key?.title],
    [t('SSH key number'), key?.id],
    [t('SSH key usage'), key?.usage_type?.replaceAll('_', ' ')],
    [t('Key added'), key?.created_at],
    [t('Key expires'), key?.expires_at],
    [t('Public key'), key?.key],
    [t('Certificate subject'), certificate?.subject],
    [t('Certificate e-mail'), certificate?.email],
    [t('Certificate serial number'), certificate?.serial_number],
    [t('Certificate status'), certificate?.certificate_status],
    [t('Certificate key identifier'), certificate?.subject_key_identifier],
    [t('Certificate issuer'), certificate?.x509_issuer?.subject],
    [t('Issuer key identifier'), certificate?.x509_issuer?.subject_key_identifier],
    [t('Revocation list'), certificate?.x509_issuer?.crl_url],
  ];
  return pairs.flatMap(([name, value]) => (value == null ? [] : [{ key: name, value: String(value) }]));
};

/** Default branch first, then release branches; `more` when the server has others. */
export const refsView = (
  refs: readonly CommitRef[],
  { defaultBranch, more }: { readonly defaultBranch: string | null | undefined; readonly more: boolean },
): RefsView => {
  const rank = (name: string): number => (name === defaultBranch ? 0 : isReleaseLike(name) ? 1 : 2);
  const branches = refs.filter(({ type }) => type === 'branch').map(({ name }) => name);
  return {
    branches: branches.toSorted((one, other) => rank(one) - rank(other)),
    tags: refs.filter(({ type }) => type === 'tag').map(({ name }) => name),
    more,
  };
};

export const mergeRequestView = (mergeRequest: MergeRequest): MergeRequestView => ({
  reference: `!${mergeRequest.iid}`,
  title: mergeRequest.title,
  state: mergeRequest.state,
  facts: mergeRequestFacts(mergeRequest),
  url: mergeRequest.web_url ?? undefined,
});

/** Limit in characters for the tooltip. */
const maxDescription = 300;

const mergeRequestFacts = (mergeRequest: MergeRequest): string => {
  const { t } = vscode.l10n;
  const { description, author, assignee, labels, milestone, time_stats: time } = mergeRequest;
  const mergeStatus = mergeRequest.detailed_merge_status ?? mergeRequest.merge_status;
  const lines = [
    t('{0} into {1}', mergeRequest.source_branch, mergeRequest.target_branch),
    author && t('Author: {0}', author.name ?? author.username),
    assignee && t('Assignee: {0}', assignee.name ?? assignee.username),
    mergeStatus && t('Merge status: {0}', mergeStatus.replaceAll('_', ' ')),
    labels?.length && t('Labels: {0}', labels.join(', ')),
    milestone && t('Milestone: {0}', milestone.title),
    mergeRequest.upvotes != null && t('Votes: {0} for, {1} against', mergeRequest.upvotes, mergeRequest.downvotes ?? 0),
    time?.human_total_time_spent && t('Time spent: {0}', time.human_total_time_spent),
  ].filter((line) => typeof line === 'string');
  const text = description?.trim() ?? '';
  const shown = text.length > maxDescription ? `${text.slice(0, maxDescription)}…` : text;
  return [...lines, ...(shown === '' ? [] : ['', shown])].join('\n');
};

/** A job or external status. */
export const statusView = (status: CommitStatus): StatusView => ({
  id: status.id,
  name: status.name,
  status: status.status,
  description: status.description ?? undefined,
  facts: statusFacts(status),
  times: statusTimes(status),
  url: status.target_url ?? undefined,
  allowFailure: status.allow_failure,
});

const statusFacts = ({ ref, author, coverage, ...status }: CommitStatus): string => {
  const { t } = vscode.l10n;
  const { created_at: created, started_at: started, finished_at: finished } = status;
  const when = finished
    ? t('finished {0}', age(finished))
    : started
      ? t('started {0}', age(started))
      : created && t('created {0}', age(created));
  return [
    ref && t('on {0}', ref),
    when,
    coverage != null && t('coverage {0} %', coverage),
    author && t('by {0}', author.name ?? author.username),
  ]
    .filter((fact) => typeof fact === 'string' && fact !== '')
    .join(' · ');
};

const statusTimes = ({ created_at: created, started_at: started, finished_at: finished }: CommitStatus): string => {
  const { t } = vscode.l10n;
  return [
    created && t('Created: {0}', moment(created)),
    started && t('Started: {0}', moment(started)),
    finished && t('Finished: {0}', moment(finished)),
  ]
    .filter(Boolean)
    .join('\n');
};

export const fileView = (change: FileChange): FileView => ({
  oldPath: change.oldPath,
  newPath: change.newPath,
  change: change.kind,
  modes: change.modes,
  diff: change.diff,
  note: noteOf(change),
  // loadable even if it may be binary: then the sizes are shown
  loadable: change.withoutText !== undefined,
});

const noteOf = (change: FileChange): string | undefined => {
  const { t } = vscode.l10n;
  switch (change.withoutText) {
    case 'tooLarge':
      return t('The server does not send this diff because it is too large. You can load it here.');
    case 'collapsed':
      return t('The server left this diff out because the commit is large. You can load it here.');
    case 'binaryOrEmpty':
      return t('No text changes: binary, empty, or too large for the server.');
    case undefined:
      return change.diff === '' ? t('Only the name or the mode of the file has changed.') : undefined;
  }
};

import * as vscode from '../../vscode.ts';

/** Spellings of words in server keys. */
const wordsOfTheirOwn: Readonly<Record<string, string>> = {
  ci: 'CI',
  cd: 'CD',
  lfs: 'LFS',
  api: 'API',
  url: 'URL',
  id: 'ID',
  dast: 'DAST',
  mr: 'MR',
};

/** Counters of GitHub's importer. */
const plurals = (): Readonly<Record<string, string>> => {
  const { t } = vscode.l10n;
  return {
    attachment: t('Attachments'),
    branch: t('Branches'),
    collaborator: t('Collaborators'),
    diff_note: t('Comments on diffs'),
    issue: t('Issues'),
    issue_attachment: t('Issue attachments'),
    issue_event: t('Issue events'),
    label: t('Labels'),
    lfs_object: t('LFS objects'),
    merge_request_attachment: t('Merge request attachments'),
    milestone: t('Milestones'),
    note: t('Comments'),
    note_attachment: t('Comment attachments'),
    protected_branch: t('Protected branches'),
    pull_request: t('Pull requests'),
    pull_request_merged_by: t('Merge events'),
    pull_request_review: t('Pull request reviews'),
    pull_request_review_request: t('Review requests'),
    release: t('Releases'),
    release_attachment: t('Release attachments'),
    repository: t('Repository'),
    wiki: t('Wiki'),
  };
};

/** Readable form of keys such as `ci_pipelines` or `answerLost`: `CI pipelines`, `Answer lost`. */
export const readableName = (key: string): string => {
  const camelCase = /^[a-z]+(?:[A-Z][a-z]+)+$/.test(key)
    ? key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    : key;
  const words = camelCase.replace(/[_\s]+/g, ' ').trim();
  if (words === '') return '';
  const all = words.split(' ').map((word) => (Object.hasOwn(wordsOfTheirOwn, word) ? wordsOfTheirOwn[word] : word));
  const name = all.join(' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
};

/** Unknown counters get a readable form of their key. */
export const counterName = (key: string): string => {
  const known = plurals();
  return Object.hasOwn(known, key) ? (known[key] ?? key) : readableName(key) || key;
};

/** Words the server writes in capitals or shortens. */
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

/** What GitHub's importer counts, in its own words, by the plural a reader expects. */
const plurals: Readonly<Record<string, string>> = {
  attachment: 'Attachments',
  branch: 'Branches',
  collaborator: 'Collaborators',
  diff_note: 'Comments on diffs',
  issue: 'Issues',
  issue_attachment: 'Issue attachments',
  issue_event: 'Issue events',
  label: 'Labels',
  lfs_object: 'LFS objects',
  merge_request_attachment: 'Merge request attachments',
  milestone: 'Milestones',
  note: 'Comments',
  note_attachment: 'Comment attachments',
  protected_branch: 'Protected branches',
  pull_request: 'Pull requests',
  pull_request_merged_by: 'Merge events',
  pull_request_review: 'Pull request reviews',
  pull_request_review_request: 'Review requests',
  release: 'Releases',
  release_attachment: 'Release attachments',
  repository: 'Repository',
  wiki: 'Wiki',
};

/** A word such as `ci_pipelines` or `answerLost` as people write it: `CI pipelines`, `Answer lost`. Empty stays empty. */
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

/** What a counter counts; a kind that is not known yet is named by its own word. */
export const counterName = (key: string): string =>
  Object.hasOwn(plurals, key) ? (plurals[key] ?? key) : readableName(key) || key;

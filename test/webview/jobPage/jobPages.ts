import type { FailedRelationView, FromJobPage, JobView, ToJobPage } from '../../../src/messages/jobPage.ts';
import { type OpenedPage, type OpenPage, type PageKind, usePages } from '../pageHarness.ts';

export type JobPage = OpenedPage<ToJobPage, FromJobPage>;

export const jobPageKind: PageKind = { name: 'jobPage', styles: ['jobPage'], state: { job: 'job-1' } };

export const useJobPages = (): OpenPage<ToJobPage, FromJobPage> => usePages<ToJobPage, FromJobPage>(jobPageKind);

export const startedAtMs = Date.parse('2026-03-02T09:30:00Z');

const minute = 60_000;

export const jobView = (change: Partial<JobView> = {}): JobView => ({
  id: 'job-1',
  title: 'Import from GitHub: acme/orchard',
  icon: 'github',
  phase: {
    name: 'running',
    word: 'Running on the server',
    icon: 'sync',
    tone: 'active',
    sentence: 'gitlab.example.com is importing. You can close the editor: the import continues on the server.',
  },
  startedAtMs,
  endedAtMs: undefined,
  facts: [
    { label: 'From', value: 'github.com/hedge/orchard', isPath: false },
    { label: 'Project', value: 'acme/orchard on gitlab.example.com', isPath: false },
    { label: 'Account', value: 'Olive Marsh (@olive)', isPath: false },
  ],
  error: undefined,
  obstacle: undefined,
  // relative to now: pages open long after this module is loaded
  get poll() {
    return {
      does: 'look' as const,
      lastAtMs: Date.now() - 12_000,
      nextAtMs: Date.now() + 30_000,
      failures: 0,
      error: undefined,
    };
  },
  actions: [
    { name: 'graft.transfers.cancelJob', label: 'Cancel…', icon: 'debug-stop', isPrimary: false },
    { name: 'graft.transfers.openJobInBrowser', label: 'Open in Browser', icon: 'link-external', isPrimary: false },
    { name: 'copyReport', label: 'Copy Report', icon: 'copy', isPrimary: false },
    { name: 'graft.transfers.removeJob', label: 'Remove from List…', icon: 'close', isPrimary: false },
  ],
  steps: [
    {
      word: 'Requesting',
      icon: 'circle-large-outline',
      tone: 'quiet',
      atMs: startedAtMs,
      untilMs: startedAtMs + 2_000,
      words: undefined,
    },
    {
      word: 'Scheduled',
      icon: 'watch',
      tone: 'quiet',
      atMs: startedAtMs + 2_000,
      untilMs: startedAtMs + 3 * minute,
      words: undefined,
    },
    {
      word: 'Running',
      icon: 'play-circle',
      tone: 'active',
      atMs: startedAtMs + 3 * minute,
      untilMs: undefined,
      words: undefined,
    },
  ],
  counters: [
    { key: 'issue', name: 'Issues', fetched: 12_480, imported: 12_480 },
    { key: 'pull_request', name: 'Pull requests', fetched: 3_204, imported: 1_410 },
    { key: 'diff_note', name: 'Comments on diffs', fetched: 40_312, imported: 96 },
    { key: 'label', name: 'Labels', fetched: 0, imported: 0 },
    { key: 'quantum_review', name: 'Quantum review', fetched: 7, imported: 0 },
  ],
  reportsFailures: true,
  ...change,
});

export const endedView = (change: Partial<JobView> = {}): JobView => {
  const base = jobView();
  return {
    ...base,
    phase: { name: 'succeeded', word: 'Done', icon: 'pass-filled', tone: 'good', sentence: 'All items were imported.' },
    endedAtMs: startedAtMs + 95 * minute,
    poll: undefined,
    actions: [
      { name: 'graft.imports.openProject', label: 'Open Project', icon: 'repo', isPrimary: true },
      { name: 'graft.transfers.openJobInBrowser', label: 'Open in Browser', icon: 'link-external', isPrimary: false },
      { name: 'copyReport', label: 'Copy Report', icon: 'copy', isPrimary: false },
      { name: 'graft.transfers.removeJob', label: 'Remove from List', icon: 'close', isPrimary: false },
    ],
    steps: [
      ...base.steps.map((step) => ({ ...step, untilMs: step.untilMs ?? startedAtMs + 95 * minute })),
      {
        word: 'Finished',
        icon: 'pass',
        tone: 'good',
        atMs: startedAtMs + 95 * minute,
        untilMs: startedAtMs + 95 * minute,
        words: undefined,
      },
    ],
    ...change,
  };
};

export const failedView = (change: Partial<JobView> = {}): JobView =>
  endedView({
    title: 'Project import: acme/orchard',
    icon: 'cloud-upload',
    phase: {
      name: 'failed',
      word: 'Failed',
      icon: 'error',
      tone: 'bad',
      sentence: 'The job failed, and some parts could not be saved.',
    },
    facts: [
      { label: 'Archive', value: '/home/olive/Downloads/2026-03-02_acme_orchard_export.tar.gz (1.2 GB)', isPath: true },
      { label: 'Project', value: 'acme/orchard on gitlab.example.com', isPath: false },
      { label: 'Account', value: 'Olive Marsh (@olive)', isPath: false },
    ],
    error: {
      title: 'Server message (status 422)',
      words: 'Invalid relation: {"message"=>"Validation failed: Milestone dates overlap"}\ncorrelation 01HXYZ',
      status: 422,
    },
    counters: undefined,
    actions: [
      { name: 'graft.imports.again', label: 'Try Again…', icon: 'debug-restart', isPrimary: true },
      { name: 'copyReport', label: 'Copy Report', icon: 'copy', isPrimary: false },
      { name: 'graft.transfers.removeJob', label: 'Remove from List', icon: 'close', isPrimary: false },
    ],
    ...change,
  });

const keys = ['merge_requests', 'issues', 'ci_pipelines', 'label_links'] as const;
const names = ['Merge requests', 'Issues', 'CI pipelines', 'Label links'] as const;

export const relation = (index: number, change: Partial<FailedRelationView> = {}): FailedRelationView => ({
  id: 1000 + index,
  relation: names[index % 4] ?? '',
  key: keys[index % 4] ?? '',
  source: index % 3 === 0 ? 'process_relation_item!' : 'custom error context',
  message: `Validation failed: number ${index} is not a reference`,
  exceptionClass: index % 2 === 0 ? 'ActiveRecord::RecordInvalid' : 'NoMethodError',
  line: index * 7,
  atMs: startedAtMs + index * 1000,
  ...change,
});

export const relations = (count: number, change: Partial<FailedRelationView> = {}): FailedRelationView[] =>
  Array.from({ length: count }, (_, index) => relation(index, change));

import { isAtLeast, type Release } from '../../../release.ts';

/** `optional_stages`. */
export const optionalStages = [
  'single_endpoint_notes_import',
  'attachments_import',
  'collaborators_import',
  'single_endpoint_issue_events_import',
] as const;

export type OptionalStage = (typeof optionalStages)[number];

interface StageFacts {
  readonly since: string;
  /** First release without it. */
  readonly until?: string;
  /** Server default. */
  readonly isUsual: boolean;
}

const stageFacts: Readonly<Record<OptionalStage, StageFacts>> = {
  single_endpoint_notes_import: { since: '15.5', isUsual: false },
  attachments_import: { since: '15.5', isUsual: false },
  collaborators_import: { since: '16.0', isUsual: true },
  single_endpoint_issue_events_import: { since: '15.5', until: '16.9', isUsual: false },
};

/** Stages in display order; for an unknown release, the newest's. */
export const offeredStages = (release: Release | undefined): readonly OptionalStage[] =>
  optionalStages.filter((stage) => {
    const { since, until } = stageFacts[stage];
    if (release === undefined) return until === undefined;
    return isAtLeast(release, since) && (until === undefined || !isAtLeast(release, until));
  });

export const isUsualStage = (stage: OptionalStage): boolean => stageFacts[stage].isUsual;

/** Undefined: server default. */
export interface GithubOptions {
  readonly stages: readonly OptionalStage[];
  readonly timeoutStrategy: 'optimistic' | 'pessimistic' | undefined;
  /** 1 to 100. */
  readonly paginationLimit: number | undefined;
}

export const defaultOptions = (release: Release | undefined): GithubOptions => ({
  stages: offeredStages(release).filter(isUsualStage),
  timeoutStrategy: undefined,
  paginationLimit: undefined,
});

/** Undefined if the release has none. */
export const stagesForWire = (
  { stages }: Pick<GithubOptions, 'stages'>,
  release: Release | undefined,
): Readonly<Record<string, boolean>> | undefined => {
  const offered = offeredStages(release);
  return offered.length === 0 ? undefined : Object.fromEntries(offered.map((stage) => [stage, stages.includes(stage)]));
};

/** First releases. */
const rareOptions = { timeoutStrategy: '16.5', additionalTokens: '16.2', paginationLimit: '17.8' } as const;

export type RareOption = keyof typeof rareOptions;

/** True for an unknown release. */
export const hasOption = (release: Release | undefined, option: RareOption): boolean =>
  release === undefined || isAtLeast(release, rareOptions[option]);

/** Undefined unless 1 to 100. */
export const readPageSize = (text: string): number | undefined => {
  const size = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return size >= 1 && size <= 100 ? size : undefined;
};

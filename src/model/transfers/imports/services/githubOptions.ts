import { isSince, type Release } from '../../../release.ts';

/** Additional things an import from GitHub can bring, as servers name them. */
export const optionalStages = [
  'single_endpoint_notes_import',
  'attachments_import',
  'collaborators_import',
  'single_endpoint_issue_events_import',
] as const;

/** An additional thing an import from GitHub can bring. */
export type OptionalStage = (typeof optionalStages)[number];

interface StageFacts {
  readonly since: string;
  /** First release that does not have it any more. */
  readonly until?: string;
  /** What servers do when nothing is said. */
  readonly isUsual: boolean;
}

const stageFacts: Readonly<Record<OptionalStage, StageFacts>> = {
  single_endpoint_notes_import: { since: '15.5', isUsual: false },
  attachments_import: { since: '15.5', isUsual: false },
  collaborators_import: { since: '16.0', isUsual: true },
  single_endpoint_issue_events_import: { since: '15.5', until: '16.9', isUsual: false },
};

/** What a release can bring besides the usual, in the order it is offered. All that newer releases have while it is unknown. */
export const offeredStages = (release: Release | undefined): readonly OptionalStage[] =>
  optionalStages.filter((stage) => {
    const { since, until } = stageFacts[stage];
    if (release === undefined) return until === undefined;
    return isSince(release, since) && (until === undefined || !isSince(release, until));
  });

/** Says whether servers do it when nothing is said. */
export const isUsualStage = (stage: OptionalStage): boolean => stageFacts[stage].isUsual;

/** How an import is done; what is undefined is left to the server. */
export interface GithubOptions {
  /** The stages that are wanted, of those the release has. */
  readonly stages: readonly OptionalStage[];
  readonly timeoutStrategy: 'optimistic' | 'pessimistic' | undefined;
  /** Size of the pages asked of GitHub, 1 to 100. */
  readonly paginationLimit: number | undefined;
}

/** The options as they are when nobody chooses. */
export const usualOptions = (release: Release | undefined): GithubOptions => ({
  stages: offeredStages(release).filter(isUsualStage),
  timeoutStrategy: undefined,
  paginationLimit: undefined,
});

/** The stages for the wire, each said outright; undefined where the release has none. */
export const stagesForWire = (
  { stages }: Pick<GithubOptions, 'stages'>,
  release: Release | undefined,
): Readonly<Record<string, boolean>> | undefined => {
  const offered = offeredStages(release);
  return offered.length === 0 ? undefined : Object.fromEntries(offered.map((stage) => [stage, stages.includes(stage)]));
};

/** Rarer options and the release each came with. */
const rareOptions = { timeoutStrategy: '16.5', furtherTokens: '16.2', paginationLimit: '17.8' } as const;

/** A rarer option of an import. */
export type RareOption = keyof typeof rareOptions;

/** Says whether a release reads a rarer option; one that is not known may. */
export const hasOption = (release: Release | undefined, option: RareOption): boolean =>
  release === undefined || isSince(release, rareOptions[option]);

/** Reads the size of a page; undefined for what is none. */
export const readPageSize = (text: string): number | undefined => {
  const size = /^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return size >= 1 && size <= 100 ? size : undefined;
};

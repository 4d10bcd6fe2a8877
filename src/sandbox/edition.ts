import type { Operation, Parameter, Tier } from '../wire/operation.ts';

/** Which server the sandbox behaves like. */
export interface Edition {
  /** As `/version` says it: `18.1.1-ee`, `15.8.0`, `18.2.0-pre`. */
  readonly version: string;
  /** What the licence opens. */
  readonly tier: Tier;
  /** The Enterprise build; without a licence it is on the free tier. A Community build is always free. */
  readonly enterprise: boolean;
  /** Behaves like GitLab.com where that differs from servers people run themselves. */
  readonly gitlabCom: boolean;
}

/** The newest release the sandbox knows, self-managed, with everything licensed: what it is unless told otherwise. */
export const newestEdition: Edition = { version: '18.7.1-ee', tier: 'ultimate', enterprise: true, gitlabCom: false };

/** An edition that cannot be; the message is a sentence for those who asked for it. */
export class EditionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EditionError';
  }
}

const ranks: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };

/** The first two numbers of a version or of a `since`; anything behind them is not looked at. */
const release = (version: string): readonly [major: number, minor: number] => {
  const found = /^(\d+)\.(\d+)(?!\d)/.exec(version);
  if (found === null) throw new EditionError(`"${version}" is no release: say something like 18.1.1-ee.`);
  return [Number(found[1]), Number(found[2])];
};

/**
 * Fills in what is left out: the newest release; whether it is an Enterprise build from the end of its version; the
 * highest tier that build can have. Throws `EditionError` for a Community build with a licence.
 */
export const editionOf = (wanted: Partial<Edition> = {}): Edition => {
  const version = wanted.version ?? newestEdition.version;
  release(version);
  const enterprise = wanted.enterprise ?? (wanted.gitlabCom === true || version.endsWith('-ee'));
  const tier = wanted.tier ?? (enterprise ? 'ultimate' : 'free');
  if (!enterprise && tier !== 'free') throw new EditionError(`A Community server cannot be on the ${tier} tier.`);
  return { version, tier, enterprise, gitlabCom: wanted.gitlabCom ?? false };
};

/** Says whether the server is of this release (`16.9`) or a newer one. */
export const isAtLeast = ({ version }: Pick<Edition, 'version'>, since: string): boolean => {
  const [major, minor] = release(version);
  const [sinceMajor, sinceMinor] = release(since);
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
};

/** Says whether the licence opens what this tier opens. */
export const isLicensed = (edition: Pick<Edition, 'tier'>, tier: Tier): boolean => ranks[edition.tier] >= ranks[tier];

/** How many assignees and how many reviewers a merge request keeps. */
export const mostPeople = (edition: Pick<Edition, 'tier'>): number => (isLicensed(edition, 'premium') ? Infinity : 1);

/**
 * Says whether the server knows an operation or a parameter at all: it is not newer than the server, and a Community
 * build has only what is free. An Enterprise build without a licence knows it and refuses or ignores it.
 */
export const isDeclared = (
  edition: Edition,
  { since, tier, build }: Pick<Operation, 'since' | 'tier'> & Pick<Parameter, 'build'>,
): boolean =>
  (since === undefined || isAtLeast(edition, since)) &&
  (edition.enterprise || ((tier === undefined || tier === 'free') && build === undefined));

import type { Operation, Parameter, Tier } from '../wire/operation.ts';

/** Release, build and licence. */
export interface Edition {
  /** As `/version` returns it: `18.1.1-ee`, `15.8.0`, `18.2.0-pre`. */
  readonly version: string;
  /** Licensed tier. */
  readonly tier: Tier;
  /** Enterprise Edition, free without a licence. Community Edition is always free. */
  readonly enterprise: boolean;
  /** GitLab.com instead of self-managed. */
  readonly gitlabCom: boolean;
}

/** Default edition. */
export const newestEdition: Edition = { version: '18.7.1-ee', tier: 'ultimate', enterprise: true, gitlabCom: false };

/** Invalid edition; the message is for the user. */
export class EditionError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'EditionError';
  }
}

const ranks: Readonly<Record<Tier, number>> = { free: 0, premium: 1, ultimate: 2 };

/** Ignores the patch level. */
const release = (version: string): readonly [major: number, minor: number] => {
  const found = /^(\d+)\.(\d+)(?!\d)/.exec(version);
  if (found === null) throw new EditionError(`"${version}" is no release: say something like 18.1.1-ee.`);
  return [Number(found[1]), Number(found[2])];
};

/**
 * Defaults: newest release, Enterprise for a version with `-ee`, highest tier of the build. Throws `EditionError` for a
 * licensed Community Edition.
 */
export const editionOf = (wanted: Partial<Edition> = {}): Edition => {
  const version = wanted.version ?? newestEdition.version;
  release(version);
  const enterprise = wanted.enterprise ?? (wanted.gitlabCom === true || version.endsWith('-ee'));
  const tier = wanted.tier ?? (enterprise ? 'ultimate' : 'free');
  if (!enterprise && tier !== 'free') throw new EditionError(`A Community server cannot be on the ${tier} tier.`);
  return { version, tier, enterprise, gitlabCom: wanted.gitlabCom ?? false };
};

/** `since` is a release such as `16.9`. */
export const isAtLeast = ({ version }: Pick<Edition, 'version'>, since: string): boolean => {
  const [major, minor] = release(version);
  const [sinceMajor, sinceMinor] = release(since);
  return major > sinceMajor || (major === sinceMajor && minor >= sinceMinor);
};

export const isLicensed = (edition: Pick<Edition, 'tier'>, tier: Tier): boolean => ranks[edition.tier] >= ranks[tier];

/** Limit of assignees and of reviewers. */
export const maxPeople = (edition: Pick<Edition, 'tier'>): number => (isLicensed(edition, 'premium') ? Infinity : 1);

/**
 * True when release and build have the operation or parameter. An Enterprise Edition without a licence has it, but
 * refuses or ignores it.
 */
export const isDeclared = (
  edition: Edition,
  { since, tier, build }: Pick<Operation, 'since' | 'tier'> & Pick<Parameter, 'build'>,
): boolean =>
  (since === undefined || isAtLeast(edition, since)) &&
  (edition.enterprise || ((tier === undefined || tier === 'free') && build === undefined));

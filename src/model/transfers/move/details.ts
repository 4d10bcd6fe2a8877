import * as v from 'valibot';
import { comparison } from './comparison.ts';

/** This computer acts in `toExport`, `toDownload` and `toImport`. */
export const moveSteps = ['toExport', 'exporting', 'toDownload', 'toImport', 'importing', 'comparing', 'done'] as const;

const optionalNumber = v.optional(v.number());
const optionalText = v.optional(v.string());

/** Saved as JSON without credentials. */
export const moveDetails = v.object({
  step: v.picklist(moveSteps),
  source: v.object({ id: v.number(), path: v.string(), name: v.string(), release: optionalText }),
  target: v.object({
    account: v.string(),
    baseUrl: v.string(),
    /** Full path of a group or user. */
    namespace: v.string(),
    name: v.string(),
    /** Last part of the full path. */
    path: v.string(),
    release: optionalText,
    /** Once known. */
    id: optionalNumber,
    webUrl: optionalText,
  }),
  /** `keep` leaves it after the move. */
  archive: v.object({
    file: v.string(),
    keep: v.boolean(),
    /** Once complete. */
    sizeBytes: optionalNumber,
    /** State for resuming. */
    validator: optionalText,
    wholeBytes: optionalNumber,
    /** Left after a failure, until the job is removed. */
    isLeft: v.optional(v.boolean()),
  }),
  /** Status before our request. */
  exportBefore: optionalText,
  exportSentAtMs: optionalNumber,
  exportSeen: v.optional(v.boolean()),
  /** Unset after a refusal. */
  importSentAtMs: optionalNumber,
  /** Number of rate-limited attempts. */
  importDelays: v.number(),
  /** Consecutive polls without a result. */
  misses: v.number(),
  comparison: v.optional(comparison),
});

export type MoveDetails = v.InferOutput<typeof moveDetails>;

export type MovePlan = Pick<MoveDetails, 'source' | 'target' | 'archive'>;

export const newMove = (plan: MovePlan): MoveDetails => ({ ...plan, step: 'toExport', importDelays: 0, misses: 0 });

export const readMoveDetails = (stored: unknown): MoveDetails | undefined => {
  const parsed = v.safeParse(moveDetails, stored);
  return parsed.success ? parsed.output : undefined;
};

/** Partial download. */
export const partialFile = ({ archive }: Pick<MoveDetails, 'archive'>): string => `${archive.file}.part`;

/** Full path of the new project. */
export const targetPath = ({ target }: Pick<MoveDetails, 'target'>): string => `${target.namespace}/${target.path}`;

import * as v from 'valibot';
import { comparison } from './comparison.ts';

/**
 * Where a move is. `toExport`, `toDownload` and `toImport` are what this computer does next; in `exporting` and
 * `importing` a server works; `comparing` reads both projects.
 */
export const moveSteps = ['toExport', 'exporting', 'toDownload', 'toImport', 'importing', 'comparing', 'done'] as const;

const optionalNumber = v.optional(v.number());
const optionalText = v.optional(v.string());

/** What a move has to remember, kept with its job: plain JSON without any credential. */
export const moveDetails = v.object({
  step: v.picklist(moveSteps),
  source: v.object({ id: v.number(), path: v.string(), name: v.string(), release: optionalText }),
  target: v.object({
    account: v.string(),
    baseUrl: v.string(),
    /** Full path of the group or user it goes to. */
    namespace: v.string(),
    name: v.string(),
    /** Last part of the new path. */
    path: v.string(),
    release: optionalText,
    /** Once the server told it. */
    id: optionalNumber,
    webUrl: optionalText,
  }),
  /** The file the archive is saved to, and whether it stays there at the end. */
  archive: v.object({
    file: v.string(),
    keep: v.boolean(),
    /** Once it is whole. */
    sizeBytes: optionalNumber,
    /** What a download that broke off is gone on with by. */
    validator: optionalText,
    wholeBytes: optionalNumber,
    /** It was left after a failure, to be sent again, until the job is removed. */
    isLeft: v.optional(v.boolean()),
  }),
  /** What the server said of exports before ours was sent, and when that was. */
  exportBefore: optionalText,
  exportSentAtMs: optionalNumber,
  /** Whether the server was seen at work on ours. */
  exportSeen: v.optional(v.boolean()),
  /** When the import was sent; not there again once the server has refused it without taking anything. */
  importSentAtMs: optionalNumber,
  /** How often the server has put the import off. */
  importDelays: v.number(),
  /** Looks in a row that found nothing. */
  misses: v.number(),
  comparison: v.optional(comparison),
});

/** What a move has to remember. */
export type MoveDetails = v.InferOutput<typeof moveDetails>;

/** What is known of a move before it begins. */
export type MovePlan = Pick<MoveDetails, 'source' | 'target' | 'archive'>;

/** A move that has not begun. */
export const newMove = (plan: MovePlan): MoveDetails => ({ ...plan, step: 'toExport', importDelays: 0, misses: 0 });

/** Reads what was kept; undefined when another release of the extension kept something else. */
export const readMoveDetails = (kept: unknown): MoveDetails | undefined => {
  const parsed = v.safeParse(moveDetails, kept);
  return parsed.success ? parsed.output : undefined;
};

/** The file a download is collected in. */
export const partialFile = ({ archive }: Pick<MoveDetails, 'archive'>): string => `${archive.file}.part`;

/** The full path of the project at its new place. */
export const targetPath = ({ target }: Pick<MoveDetails, 'target'>): string => `${target.namespace}/${target.path}`;

import type { GivenPosition, Position } from '../../wire/notes.ts';
import { changesBetween, defaultDiffLimits, emptyTree } from '../git/diff.ts';
import type { FileChange } from '../git/commitObject.ts';
import { lineAt, lineCode } from '../git/diffLines.ts';
import { resolveCommit, type Repository } from '../git/repository.ts';
import type { NotePosition, RangeEnd } from '../world/reviewRecords.ts';

/** Position that exists in its diff. Files and images have no line code. */
export interface PlacedNote {
  readonly position: NotePosition;
  readonly lineCode: string | null;
}

type GivenEnd = NonNullable<GivenPosition['line_range']>['start'];

const keptEnd = ({ line_code, type, old_line, new_line }: GivenEnd): RangeEnd => ({
  ...(line_code === undefined ? {} : { lineCode: line_code }),
  ...(type === undefined ? {} : { type }),
  ...(old_line === undefined ? {} : { oldLine: old_line }),
  ...(new_line === undefined ? {} : { newLine: new_line }),
});

/** Stores a position as sent, without validation. */
export const keptPosition = (given: GivenPosition): NotePosition => ({
  baseSha: given.base_sha,
  startSha: given.start_sha,
  headSha: given.head_sha,
  type: given.position_type,
  oldPath: given.old_path ?? given.new_path ?? null,
  newPath: given.new_path ?? given.old_path ?? null,
  oldLine: given.old_line ?? null,
  newLine: given.new_line ?? null,
  range:
    given.line_range == null ? null : { start: keptEnd(given.line_range.start), end: keptEnd(given.line_range.end) },
  picture:
    given.position_type === 'image'
      ? { width: given.width ?? null, height: given.height ?? null, x: given.x ?? null, y: given.y ?? null }
      : null,
});

const side = async (repository: Repository, sha: string): Promise<string | undefined> =>
  /^0{40}$/.test(sha) || sha === emptyTree ? emptyTree : resolveCommit(repository, sha);

const changeAt = async (repository: Repository, position: NotePosition): Promise<FileChange | undefined> => {
  const [base, head] = await Promise.all([side(repository, position.baseSha), side(repository, position.headSha)]);
  if (base === undefined || head === undefined) return undefined;
  // not the instance's limits: lines beyond them accept notes, too
  const changes = await changesBetween(repository, base, head, defaultDiffLimits);
  return changes.find(({ oldPath, newPath }) => oldPath === position.oldPath && newPath === position.newPath);
};

/** Undefined when the position is not in the diff of its two commits. */
export const placeNote = (repository: Repository, given: GivenPosition): Promise<PlacedNote | undefined> =>
  findPlace(repository, keptPosition(given));

/** Undefined when the position is not in the diff of its two commits. */
export const findPlace = async (repository: Repository, position: NotePosition): Promise<PlacedNote | undefined> => {
  const change = await changeAt(repository, position);
  if (change === undefined) return undefined;
  if (position.type !== 'text') return { position, lineCode: null };
  const line = lineAt(change.text, position.oldLine, position.newLine);
  return line === undefined ? undefined : { position, lineCode: lineCode(change.newPath, line) };
};

const endRecord = ({ lineCode: line_code, type, oldLine: old_line, newLine: new_line }: RangeEnd) => ({
  ...(line_code === undefined ? {} : { line_code }),
  ...(type === undefined ? {} : { type }),
  ...(old_line === undefined ? {} : { old_line }),
  ...(new_line === undefined ? {} : { new_line }),
});

/** Notes without a position have one with null members. */
export const positionRecord = (position: NotePosition | null): Position => ({
  base_sha: position?.baseSha ?? null,
  start_sha: position?.startSha ?? null,
  head_sha: position?.headSha ?? null,
  old_path: position?.oldPath ?? null,
  new_path: position?.newPath ?? null,
  position_type: position?.type ?? 'text',
  ...(position?.type === 'image'
    ? position.picture
    : {
        old_line: position?.oldLine ?? null,
        new_line: position?.newLine ?? null,
        line_range:
          position?.range == null
            ? null
            : { start: endRecord(position.range.start), end: endRecord(position.range.end) },
      }),
});

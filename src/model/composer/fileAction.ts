import type { CommitAction } from '../../wire/commitWriting.ts';

/** One file's part in a commit that is being composed. */
export interface FileAction {
  readonly kind: CommitAction['action'];
  readonly path: string;
  /** Former path of a move. */
  readonly previousPath?: string | undefined;
  /** The bytes git is to store; for a move only where it changes them too. */
  readonly content?: Uint8Array | undefined;
  /** The executable bit where the action changes it. */
  readonly executable?: boolean | undefined;
  /** Hash of the blob the change was made from; undefined when that is not known. */
  readonly base?: string | undefined;
}

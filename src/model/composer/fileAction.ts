import type { CommitAction } from '../../wire/commitWriting.ts';

export interface FileAction {
  readonly kind: CommitAction['action'];
  readonly path: string;
  /** For moves. */
  readonly previousPath?: string | undefined;
  /** Bytes as stored by git; for a move only if changed. */
  readonly content?: Uint8Array | undefined;
  /** Only if changed. */
  readonly executable?: boolean | undefined;
  /** Blob SHA before the change. */
  readonly base?: string | undefined;
}

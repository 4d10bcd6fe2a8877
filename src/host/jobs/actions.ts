/** What one can begin: a row of the empty section and of the list `graft.transfer.start` offers. */
export interface TransferAction {
  readonly command: string;
  readonly label: string;
  readonly icon: string;
  /** In a sentence, what it does. */
  readonly detail: string;
}

/** Everything that begins a job. */
export const transferActions = (): readonly TransferAction[] => [];

import { confirmDiscard } from '../kit/questions/confirmDiscard.ts';
import { defaultMessage } from '../kit/defaultMessage.ts';
import type { BoardArea } from './area.ts';
import type { BoardSession } from './session.ts';

/** Starts a custom message from the server's default. */
export const startMessage = async (area: BoardArea, { board, open }: BoardSession, sha: string): Promise<void> => {
  const message = await defaultMessage(area, open, await area.read({ open, sha }));
  // keeps a message written meanwhile
  if (!board.messages.has(sha)) board.setMessage(sha, message);
};

/** Returns to the default; asks before discarding text. */
export const discardMessage = async ({ board }: BoardSession, sha: string): Promise<void> => {
  const message = board.sentMessage(sha);
  if (message === undefined || (await confirmDiscard(message))) board.setMessage(sha, undefined);
};

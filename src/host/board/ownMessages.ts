import { confirmDiscard } from '../kit/confirmDiscard.ts';
import { defaultMessage } from '../kit/defaultMessage.ts';
import type { BoardArea } from './area.ts';
import type { BoardSession } from './session.ts';

/** Gives a commit of the board a message of its own, which begins as the one the server would write. */
export const beginMessage = async (area: BoardArea, { board, open }: BoardSession, sha: string): Promise<void> => {
  const message = await defaultMessage(area, open, await area.read({ open, sha }));
  // what has been written meanwhile stays
  if (!board.messages.has(sha)) board.setMessage(sha, message);
};

/** Leaves the message of a commit to the server again; asks before a text is thrown away. */
export const dropMessage = async ({ board }: BoardSession, sha: string): Promise<void> => {
  const message = board.sentMessage(sha);
  if (message === undefined || (await confirmDiscard(message))) board.setMessage(sha, undefined);
};

import { requestFailure } from '../client/errors.ts';

/**
 * Whether a refused note was quick actions that have been carried out. Older servers do not answer 202 for them in threads:
 * they say 400 and `Note {:commands_only=>["…"]}`, with `commands` beside it when a command failed.
 */
export const isCarriedOutRefusal = (error: unknown): boolean => {
  const { status, serverMessage = '' } = requestFailure(error) ?? {};
  return (
    status === 400 &&
    /\bNote \{[:"]?commands_only\b/.test(serverMessage) &&
    !/\bcommands"?(?:=>|: )/.test(serverMessage)
  );
};

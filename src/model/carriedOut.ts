import { requestFailure } from '../client/errors.ts';

/** What quick actions have done: in the words of the server, or as it names what they changed. */
export const doneByCommands = ({
  summary,
  commands_changes: changes,
}: {
  readonly summary?: readonly string[] | null | undefined;
  readonly commands_changes?: Readonly<Record<string, unknown>> | null | undefined;
}): readonly string[] =>
  summary && summary.length > 0
    ? summary
    : Object.entries(changes ?? {})
        .filter(([, value]) => value != null)
        .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);

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

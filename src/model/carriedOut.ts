import { requestErrorFacts } from '../client/errors.ts';

/** Effects of quick actions: the server's summary, else the changes by name. */
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
 * A note of quick actions only, executed. In threads, older servers answer 400 with `Note {:commands_only=>["…"]}` instead
 * of 202, adding `commands` if one failed.
 */
export const isCarriedOutRefusal = (error: unknown): boolean => {
  const { status, serverMessage = '' } = requestErrorFacts(error) ?? {};
  return (
    status === 400 &&
    /\bNote \{[:"]?commands_only\b/.test(serverMessage) &&
    !/\bcommands"?(?:=>|: )/.test(serverMessage)
  );
};

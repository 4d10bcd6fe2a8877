import * as vscode from '../vscode.ts';
import { isCancelled, isOutcomeUnknown, isSafeToRetry } from '../../client/errors.ts';
import { explainFailed } from './words/explain.ts';
import type { Shell } from '../shell/shell.ts';

/** By ids in package.json. `argument`: from the menu or link. */
export type CommandTable<Area> = Readonly<
  Record<string, (area: Area, argument?: unknown, selection?: unknown, ...more: readonly unknown[]) => unknown>
>;

type Named = readonly { readonly command: string }[];

interface Manifest {
  readonly contributes: {
    readonly commands: Named;
    readonly menus: { readonly 'view/item/context': Named; readonly 'view/title': Named };
  };
}

/** VS Code lost the row while its list was refreshed: there are two arguments, as for every row, but no row. */
const hasLostRow = (context: vscode.ExtensionContext, id: string, given: readonly unknown[]): boolean => {
  const [row, rows] = given;
  if (given.length !== 2 || row !== undefined || (rows !== undefined && !Array.isArray(rows))) return false;
  const { menus } = (context.extension.packageJSON as Manifest).contributes;
  const isIn = (menu: keyof typeof menus): boolean => menus[menu].some(({ command }) => command === id);
  // a view title passes the same while no row is focused
  return isIn('view/item/context') && !isIn('view/title');
};

const idsOf = (context: vscode.ExtensionContext, area: string): readonly string[] =>
  (context.extension.packageJSON as Manifest).contributes.commands
    .map(({ command }) => command)
    .filter((id) => id.startsWith(`graft.${area}.`));

/**
 * Registers the commands `graft.<area>.…` of package.json. The table is loaded with the first call. Errors are logged
 * and shown here.
 */
export const registerCommands = <Area>(
  shell: Shell,
  area: string,
  load: () => Promise<readonly [area: Area, table: CommandTable<Area>]>,
): vscode.Disposable =>
  vscode.Disposable.from(
    ...idsOf(shell.context, area).map((id) =>
      vscode.commands.registerCommand(id, (...given: readonly unknown[]) =>
        reported(shell, id, async () => {
          if (hasLostRow(shell.context, id, given)) {
            void vscode.window.showInformationMessage(
              vscode.l10n.t('The list was just read again. Choose the row once more.'),
            );
            return;
          }
          const [parts, table] = await load();
          const run = table[id];
          if (run === undefined) throw new Error(`${id} has nothing that carries it out.`);
          await run(parts, ...given);
        }),
      ),
    ),
  );

/** Logs and shows errors except cancellation. Offers Retry if nothing can have been written. */
export const reported = async (
  { log, traffic }: Pick<Shell, 'log' | 'traffic'>,
  what: string,
  work: () => Promise<void>,
): Promise<void> => {
  const [retry, show] = [vscode.l10n.t('Retry'), vscode.l10n.t('Show Log')];
  for (;;) {
    const { changes } = traffic;
    try {
      return await work();
    } catch (error) {
      if (isCancelled(error) && !isOutcomeUnknown(error)) return;
      log.error(`${what} failed.`, error);
      const isSafe = isSafeToRetry(error) && traffic.changes === changes;
      const answer = await vscode.window.showErrorMessage(explainFailed(error), ...(isSafe ? [retry] : []), show);
      if (answer === show) log.show();
      if (answer !== retry) return;
    }
  }
};

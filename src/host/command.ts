import type { App } from './app.ts';
import { sayWhyNone } from './project/requireProject.ts';

/** What carries out commands, by their ids in package.json. The argument is what a menu or a link gives with it. */
export type CommandTable = Readonly<
  Record<string, (app: App, argument?: unknown, selection?: unknown, ...more: readonly unknown[]) => unknown>
>;

/** Loads a view anew. A failure is a row of the view; that there is no project is said. */
export const refresh = async (app: App, view: { refresh(): Promise<void> }): Promise<void> => {
  app.clients.beginAnew();
  await view.refresh();
  if (app.project.state.kind !== 'failed') sayWhyNone(app);
};

import type { Locator } from 'playwright-core';
import type { RunningSandbox } from '../servers/startSandbox.ts';
import type { Ui } from './hands.ts';
import { longMs } from '../patience.ts';
import { picturesOf } from './pictures.ts';
import { poll } from '../poll.ts';
import { startSampleSession } from './sampleSession.ts';

export interface AdministrationSession {
  readonly ui: Ui;
  readonly view: Locator;
  picture(name: string): Promise<void>;
  asked(words: RegExp): Promise<void>;
  waitFor(row: RegExp): Promise<string>;
  run(title: string): Promise<void>;
  /** Answers the file dialog once it proposes a matching name, which it does after reading the folder. */
  chooseFile(file: string, proposal: RegExp): Promise<void>;
  stop(): Promise<void>;
}

export interface AdministrationOptions {
  readonly pictures: string;
  readonly vsixFile?: string;
  readonly sandbox: RunningSandbox;
  readonly builtIns?: 'few' | 'all';
  readonly prepare?: (ui: Ui) => Promise<void>;
}

export const administrationSession = async ({
  pictures,
  sandbox,
  vsixFile,
  builtIns = 'few',
  prepare,
}: AdministrationOptions): Promise<AdministrationSession> => {
  const session = await startSampleSession({
    sandbox,
    token: sandbox.tokens.owner,
    signIn: 'preset',
    builtIns,
    ...(vsixFile === undefined ? {} : { vsixFile }),
  });
  const { ui } = session;
  await ui.openContainer('Graft');
  // views move until the first project is loaded
  await ui.statusItem(/Push allowed/);
  await prepare?.(ui);
  for (const other of ['Commits', 'Protected Branches', 'Reviews', 'Iterations']) await ui.closePane(other);
  const view = await ui.openPane('Administration');
  return {
    ui,
    view,
    picture: picturesOf(pictures, () => ui),
    run: (title) => ui.commandByKeyboard(title),
    async asked(words) {
      const isAsked = async (): Promise<true> => {
        const { title, placeholder } = await ui.quickInputTitle();
        const shown = `${title} ${placeholder} ${await ui.quickInputMessage()}`;
        if (!words.test(shown)) throw new Error(shown);
        return true;
      };
      await poll(isAsked, { what: `the question ${String(words)}`, timeoutMs: longMs });
    },
    waitFor: (row) =>
      poll(
        async () => {
          const drawn = await ui.treeLines(view);
          const found = drawn.find((each) => row.test(each));
          if (found === undefined) throw new Error(drawn.join('\n') || 'no rows');
          return found;
        },
        { what: `the row ${String(row)}`, timeoutMs: longMs },
      ),
    chooseFile: (file, proposal) => ui.chooseFile(file, proposal),
    stop: () => session.stop(),
  };
};

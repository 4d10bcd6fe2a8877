import type { Locator } from 'playwright-core';
import type { RunningSandbox } from './startSandbox.ts';
import type { Ui } from './hands.ts';
import { longMs } from './patience.ts';
import { picturesOf } from './pictures.ts';
import { poll } from './poll.ts';
import { startSampleSession } from './sampleSession.ts';

/** An owner of the sample in front of the Administration view, with nothing else in the side bar. */
export interface AdministrationSession {
  readonly ui: Ui;
  readonly view: Locator;
  /** Takes a picture, where they are taken; they are numbered. */
  picture(name: string): Promise<void>;
  /** Waits for a question that has words in its title, placeholder or message. */
  asked(words: RegExp): Promise<void>;
  /** Waits for a row of the view. */
  waitFor(row: RegExp): Promise<string>;
  /** Runs a command by the keyboard. */
  run(title: string): Promise<void>;
  /** Answers the dialog for files. It writes a proposal of its own, which is waited for, once it has read the folder. */
  chooseFile(file: string, proposal: RegExp): Promise<void>;
  stop(): Promise<void>;
}

/** How such a session begins. */
export interface AdministrationOptions {
  /** The folder of its pictures. */
  readonly pictures: string;
  /** The packaged extension, where it is not the one that was packaged last. */
  readonly vsixFile?: string;
  readonly sandbox: RunningSandbox;
  readonly builtIns?: 'few' | 'all';
  /** What the user does before the view is opened. */
  readonly prepare?: (ui: Ui) => Promise<void>;
}

/** A window with the packaged extension on a clone of the sample project, signed in. */
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
  // views move while the first project is being read
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

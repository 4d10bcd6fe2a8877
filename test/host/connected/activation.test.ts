import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { transferActions } from '../../../src/host/transfers/actions.ts';
import { poll } from '../../support/poll.ts';
import { commandIds, commandTables } from '../commandTables.ts';
import {
  activated,
  extension,
  forgetRequests,
  receivedRequests,
  signIn,
  signOut,
} from '../../support/window/inHost.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly keybindings: readonly { readonly command: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly media: { readonly markdown?: string; readonly svg?: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
}

/** Files of the extension read so far, without shared chunks; sorted. */
const filesRead = (): readonly string[] => {
  const dist = pathToFileURL(path.join(extension().extensionPath, 'dist')).href;
  const read = new Set<string>();
  const session = new Session();
  session.connect();
  // also reports scripts parsed before
  session.on('Debugger.scriptParsed', ({ params: { url } }) => {
    const file = url.startsWith('/') ? pathToFileURL(url).href : url;
    if (file.startsWith(`${dist}/`)) read.add(file.slice(dist.length + 1));
  });
  session.post('Debugger.enable');
  session.disconnect();
  return [...read].filter((file) => !file.startsWith('shared-')).sort();
};

const firstCommands: readonly (readonly [command: string, ...read: string[]])[] = [
  ['graft.accounts.showLog', 'accountsArea.js'],
  ['graft.commits.clearFilter', 'commitsArea.js'],
  ['graft.reviews.refresh', 'mergeRequestsArea.js', 'reviewsArea.js'],
  ['graft.iterations.refresh', 'iterationsArea.js'],
  ['graft.backports.refresh', 'backportsArea.js'],
  ['graft.board.new', 'boardArea.js'],
  ['graft.composer.byHand', 'composerArea.js'],
  ['graft.transfers.removeEndedJobs', 'transfersArea.js'],
  ['graft.administration.refresh', 'administrationArea.js'],
];

const manifest = (): Manifest => extension().packageJSON as Manifest;

describe('activation', () => {
  it('comes by itself where the folder is a Git repository, for what the status bar says', async () => {
    await poll(() => extension().isActive, { what: 'the extension to be active' });
  });

  it('loads no area, nothing of the network, and sends nothing', async () => {
    await forgetRequests();
    await extension().activate();
    assert.deepEqual(filesRead(), ['extension.js']);
    assert.deepEqual(await receivedRequests(), []);
  });

  it('loads what sends, and no area, for the rows of the first view', async () => {
    const { eagerCommits } = await extension().activate();
    const rows = new Promise<readonly string[]>((resolve) => {
      const listening = eagerCommits.commits.onDidChangeTreeData(() => {
        if (eagerCommits.commits.loaded.length === 0) return;
        listening.dispose();
        resolve(filesRead());
      });
    });
    await signIn(eagerCommits);
    assert.deepEqual(await rows, ['extension.js', 'transport.js']);
  });

  it('loads what the status bar says after the rows', async () => {
    const expected = ['extension.js', 'protectedBranchesArea.js', 'transport.js'];
    await poll(() => isDeepStrictEqual(filesRead(), expected), { what: 'the area of protected branches' });
    await signOut((await extension().activate()).eagerCommits);
  });

  it('loads each other area with its first command', async () => {
    for (const [command, ...expected] of firstCommands) {
      const before = filesRead();
      await vscode.commands.executeCommand(command);
      const read = filesRead().filter((file) => !before.includes(file));
      assert.deepEqual(read, expected, command);
    }
  });

  it('keeps the settings of a folder from letting pictures of other servers be loaded', async () => {
    const settings = vscode.workspace.getConfiguration('graft');
    await assert.rejects(
      Promise.resolve(settings.update('comments.pictures', true, vscode.ConfigurationTarget.Workspace)),
      /only into User settings/,
    );
    assert.equal(vscode.workspace.getConfiguration('graft').get('comments.pictures'), false);
  });

  it('leaves the dispatchers of other extensions alone', async () => {
    const slots = ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].map(
      (name) => (globalThis as Record<symbol, unknown>)[Symbol.for(name)],
    );
    const bundle = readFileSync(path.join(extension().extensionPath, 'dist', 'transport.js'), 'utf8');
    assert.ok(!bundle.includes('undici.globalDispatcher'), 'the bundle knows the global slots');
    assert.ok(slots.every((slot) => slot === undefined || typeof slot === 'object'));
  });
});

describe('package.json', () => {
  it('names exactly the commands the code registers', async () => {
    await activated();
    const declared = manifest().contributes.commands.map(({ command }) => command);
    assert.deepEqual([...declared].sort(), [...commandIds].sort());
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      declared.filter((id) => !registered.has(id)),
      [],
    );
  });

  it('names each command after the folder of its area and one verb', () => {
    const areas = Object.entries(commandTables);
    assert.ok(areas.length > 8);
    for (const [area, table] of areas) {
      const strange = Object.keys(table).filter((id) => !new RegExp(`^graft\\.${area}\\.[a-z][A-Za-z]+$`).test(id));
      assert.deepEqual(strange, [], area);
    }
  });

  it('says of each command when the palette has it', () => {
    const { commandPalette = [] } = manifest().contributes.menus;
    const limited = commandPalette.map(({ command }) => command);
    assert.deepEqual([...new Set(limited)], limited);
    assert.deepEqual(
      commandIds.filter((id) => !limited.includes(id)),
      ['graft.accounts.add', 'graft.accounts.checkConnection', 'graft.accounts.showLog'],
    );
  });

  it('has a menu for each command the palette never has, but for those of rows and of lists that are chosen from', () => {
    const { commandPalette = [], ...menus } = manifest().contributes.menus;
    const inMenus = Object.values(menus).flatMap((items) => items.map(({ command }) => command));
    const others = commandPalette
      .filter(({ command, when }) => when === 'false' && !inMenus.includes(command))
      .map(({ command }) => command);
    const rows = ['commits.loadMore', 'commits.older', 'commits.newer', 'reviews.loadMore', 'iterations.loadMore'];
    const filterCommits = ['commits.renameFilter', 'commits.deleteFilter'];
    const exportOrImport = transferActions().map(({ command }) => command);
    // reached from dry runs, pages and links
    const nextSteps = ['board.request', 'pipelines.open'];
    const reached = [...[...rows, ...filterCommits, ...nextSteps].map((id) => `graft.${id}`), ...exportOrImport];
    assert.deepEqual(
      others.filter((id) => !reached.includes(id)),
      [],
    );
  });

  it('names exactly the views the code creates', async () => {
    await activated();
    const declared = Object.values(manifest().contributes.views).flatMap((views) => views.map(({ id }) => id));
    assert.deepEqual(declared, [
      'graft.missing',
      'graft.commits',
      'graft.reviews',
      'graft.backports',
      'graft.protectedBranches',
      'graft.iterations',
      'graft.administration',
    ]);
    // tests cannot register a second provider for an id
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const id of declared) assert.ok(registered.has(`${id}.focus`), `${id} is not a view`);
  });

  it('has every command of a menu or key in the table of commands', () => {
    const { menus, keybindings } = manifest().contributes;
    const used = [...Object.values(menus).flat(), ...keybindings].map(({ command }) => command);
    assert.deepEqual(
      used.filter((id) => !commandIds.includes(id)),
      [],
    );
  });

  it('leads from its welcome and its walkthrough to commands there are, with every page in the package', async () => {
    const root = extension().extensionPath;
    const texts = readFileSync(path.join(root, 'package.nls.json'), 'utf8');
    const linked = [...texts.matchAll(/\(command:(graft\.[\w.]+)/g)].map(([, id = '']) => id);
    assert.ok(linked.length > 10, linked.join());
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      linked.filter((id) => !registered.has(id)),
      [],
    );
    for (const { steps } of manifest().contributes.walkthroughs) {
      for (const { id, media, completionEvents } of steps) {
        assert.ok(readFileSync(path.join(root, media.markdown ?? media.svg ?? ''), 'utf8').length > 100, id);
        for (const event of completionEvents) {
          const [, command] = /^onCommand:(.+)$/.exec(event) ?? [];
          assert.ok(command === undefined || commandIds.includes(command), event);
        }
      }
    }
  });

  it('asks for no scheme of our own that a window on a remote rewrites', () => {
    // VS Code for the web replaces the scheme `file` in conditions on resource schemes
    const raw = readFileSync(path.join(extension().extensionPath, 'package.json'), 'utf8');
    assert.doesNotMatch(raw, /graft-\w*file/);
  });

  it('has a text for every placeholder', () => {
    const root = extension().extensionPath;
    const texts = JSON.parse(readFileSync(path.join(root, 'package.nls.json'), 'utf8')) as Record<string, string>;
    const raw = readFileSync(path.join(root, 'package.json'), 'utf8');
    const used = [...raw.matchAll(/"%([\w.]+)%"/g)].map(([, key = '']) => key);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(texts).sort());
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../../src/host/commands.ts';
import { activated, extension, forgetRequests, receivedRequests, signIn, signOut } from '../../support/inHost.ts';

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly menus: Readonly<Record<string, readonly { readonly command: string; readonly when?: string }[]>>;
    readonly keybindings: readonly { readonly command: string }[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly media: { readonly markdown: string };
        readonly completionEvents: readonly string[];
      }[];
    }[];
  };
}

const loadedBundles = (): string[] =>
  Object.keys(require.cache)
    .filter((file) => file.startsWith(extension().extensionPath))
    .map((file) => path.basename(file));

const manifest = (): Manifest => extension().packageJSON as Manifest;

describe('activation', () => {
  it('loads nothing of the client and sends nothing before the first use', async () => {
    await forgetRequests();
    const app = await activated();
    assert.ok(loadedBundles().includes('extension.cjs'));
    assert.ok(!loadedBundles().includes('transport.cjs'), 'undici was loaded at activation');
    assert.deepEqual(await receivedRequests(), []);
    await signIn(app);
    assert.ok(loadedBundles().includes('transport.cjs'));
    await signOut(app);
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
    const bundle = readFileSync(path.join(extension().extensionPath, 'dist', 'transport.cjs'), 'utf8');
    assert.ok(!bundle.includes('undici.globalDispatcher'), 'the bundle knows the global slots');
    assert.ok(slots.every((slot) => slot === undefined || typeof slot === 'object'));
  });
});

describe('package.json', () => {
  it('names exactly the commands the code registers', async () => {
    await activated();
    const declared = manifest().contributes.commands.map(({ command }) => command);
    assert.deepEqual([...declared].sort(), Object.keys(commands).sort());
    const registered = new Set(await vscode.commands.getCommands(true));
    assert.deepEqual(
      declared.filter((id) => !registered.has(id)),
      [],
    );
  });

  it('names exactly the views the code creates', async () => {
    await activated();
    const declared = Object.values(manifest().contributes.views).flatMap((views) => views.map(({ id }) => id));
    assert.deepEqual(declared, [
      'graft.commits',
      'graft.protectedBranches',
      'graft.reviews',
      'graft.iterations',
      'graft.administration',
    ]);
    // a view without a provider says so in the view; creating a second one for a taken id is not possible in tests
    const registered = new Set(await vscode.commands.getCommands(true));
    for (const id of declared) assert.ok(registered.has(`${id}.focus`), `${id} is not a view`);
  });

  it('has every command of a menu or key in the table of commands', () => {
    const { menus, keybindings } = manifest().contributes;
    const used = [...Object.values(menus).flat(), ...keybindings].map(({ command }) => command);
    assert.deepEqual(
      used.filter((id) => !(id in commands)),
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
        assert.ok(readFileSync(path.join(root, media.markdown), 'utf8').length > 100, id);
        for (const event of completionEvents) {
          const [, command] = /^onCommand:(.+)$/.exec(event) ?? [];
          assert.ok(command === undefined || command in commands, event);
        }
      }
    }
  });

  it('asks for no scheme of our own that a window on a remote rewrites', () => {
    // such windows put another scheme for every “file” in a condition on the scheme of a resource
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

// npm run demo; see `usage`.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runScript } from './run/commands.ts';
import { findDesktopEditor, openDesktop } from './window/desktop.ts';
import { editorAddress, installExtension, startEditor } from './window/editorHost.ts';
import { endWithParent } from './run/endWithParent.ts';
import { findLeftovers } from './run/leftovers.ts';
import { temporaryFolder } from './paths.ts';
import { poll } from './poll.ts';
import { cloneProject, startSandboxProcess, type SandboxProcess } from './servers/sandboxProcess.ts';

const usage = `npm run demo -- [options]
  --port N    the editor's port (default: a free one)
  --desktop   open the desktop editor (the \`code\` command) instead of one for the browser
  --vsix FILE the packaged extension (default: it is built and packaged)
  --check     start everything, see that it answers, end, and see that nothing is left
  --help      show this text`;

type Options = {
  readonly port: number;
  readonly desktop: boolean;
  readonly vsix: string | undefined;
  readonly check: boolean;
};

type Running = { readonly what: string; readonly ended: Promise<unknown>; stop(): Promise<void> };

const options = readOptions();
const home = temporaryFolder('demo');
const running: Running[] = [];
let isEnding = false;
endWithParent(endAll);

try {
  await start();
  if (options.check) await finishCheck();
  else {
    console.log('\nPress Ctrl-C to end all of it; nothing stays behind.');
    const what = await Promise.race(running.map(async (each) => each.ended.then(() => each.what)));
    if (!isEnding) {
      await endAll();
      if (!options.desktop) console.error(`The ${what} ended by itself.`);
      process.exit(options.desktop ? 0 : 1);
    }
  }
} catch (error) {
  // Ctrl-C makes pending waits fail while endAll already runs
  if (!isEnding) {
    console.error(error instanceof Error ? error.message : error);
    await endAll();
    process.exit(1);
  }
}

function readOptions(): Options {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: '0' },
        desktop: { type: 'boolean', default: false },
        vsix: { type: 'string' },
        check: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    const port = Number(values.port);
    if (!/^\d+$/.test(values.port) || port > 65_535) throw new Error(`--port needs a number, not "${values.port}".`);
    return { port, desktop: values.desktop, vsix: values.vsix, check: values.check };
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}

async function start(): Promise<void> {
  if (options.desktop) findDesktopEditor();
  const openerFile = path.join(home, 'opener.vsix');
  const vsixFiles = [options.vsix ?? path.join(home, 'graft.vsix'), openerFile];
  if (options.vsix === undefined) {
    console.log('Building and packaging the extension…');
    const { code, output } = await runScript('test/support/package.ts', vsixFiles);
    if (code !== 0) throw new Error(output);
  } else {
    const { packageDemoOpener } = await import('./packaging.ts');
    await packageDemoOpener(openerFile);
  }
  console.log('Starting the sample server and the editor…');
  const temporary = path.join(home, 'tmp');
  mkdirSync(temporary);
  // the last process removes the folder, even if we are killed
  const sandbox = await startSandboxProcess({ env: { TMPDIR: temporary }, removeFolders: [home] });
  running.push({ what: 'sample server', ended: sandbox.ended, stop: () => sandbox.stop() });
  const { url, project, tokens } = sandbox.description;
  const folder = path.join(home, path.posix.basename(project));
  await cloneProject(sandbox.description, folder);
  const env = { GITLAB_HOST: url, GITLAB_TOKEN: tokens.maintainer };
  const dataFolder = path.join(home, 'editor');
  if (options.desktop) {
    const window = await openDesktop(dataFolder, { vsixFiles, folder, env });
    running.push({ what: 'editor', ended: window.ended, stop: () => window.stop() });
    describe(sandbox, folder, 'a window of its own');
    return;
  }
  for (const file of vsixFiles) await installExtension(file, dataFolder);
  const editor = await startEditor({
    mode: 'user',
    builtIns: 'all',
    port: options.port,
    dataFolder,
    removeFolders: [home],
    env,
  });
  running.push({ what: 'editor', ended: editor.ended, stop: () => editor.stop() });
  describe(sandbox, folder, editorAddress(editor.port, { folder }));
  if (options.check) await answers(editorAddress(editor.port, { folder }), url);
}

function describe({ description }: SandboxProcess, folder: string, editor: string): void {
  const { url, project, tokens } = description;
  const others = Object.entries(tokens).filter(([name]) => !['maintainer', 'root'].includes(name));
  const lines = [
    '',
    'Graft for GitLab, with a sample server, on this machine only',
    '',
    `  editor          ${editor}`,
    `                  ${options.desktop ? 'with its own settings and extensions' : 'open this address in a browser'}`,
    `  sample server   ${url}`,
    `  project         ${url}/${project}`,
    `  clone           ${folder}`,
    `  signed in with  ${tokens.maintainer} (maintainer: reviews wait, and drafts)`,
    `  member roles    ${tokens.root} (administrator)`,
    ...others.map(
      ([name, token], index) => `  ${index === 0 ? 'other tokens ' : '             '}   ${token} (${name})`,
    ),
  ];
  console.log(lines.join('\n'));
}

async function answers(...addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await poll(async () => (await fetch(address)).status < 500, { what: `an answer from ${address}` });
  }
}

async function finishCheck(): Promise<void> {
  await endAll();
  const leftovers = await poll(() => findLeftovers(home).length === 0, {
    what: 'everything to be gone',
    timeoutMs: 5_000,
  })
    .then(() => [])
    .catch(() => findLeftovers(home));
  for (const each of leftovers) console.error(`left behind: ${each}`);
  console.log(
    leftovers.length === 0 ? '\nThe demo works and leaves nothing behind.' : '\nThe demo left something behind.',
  );
  process.exit(leftovers.length === 0 ? 0 : 1);
}

async function endAll(): Promise<void> {
  isEnding = true;
  for (const each of running.splice(0).reverse()) await each.stop();
  rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

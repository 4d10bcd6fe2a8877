// Runs a command and ends it, with all that it started, as soon as standard input closes:
//   node leash.mjs [--remove <folder>]… -- <command> [arguments]
// Input closes when the process that holds the other end closes it or dies, however it dies. So nothing stays behind,
// not even after SIGKILL. The folders named are removed last.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';

const graceMs = 4_000;
const split = process.argv.indexOf('--');
const folders = process.argv.slice(2, split).filter((argument) => argument !== '--remove');
const [command, ...args] = process.argv.slice(split + 1);

// the terminal's Ctrl-C reaches us too; our end is told by standard input alone
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});

// detached: the head of a process group of its own
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], detached: true });
const ended = new Promise((resolve) => {
  child.once('error', (error) => {
    console.error(`${command} could not be started: ${error.message}`);
    resolve(1);
  });
  child.once('exit', (code, signal) => resolve(code ?? (signal ? 128 : 1)));
});
process.stdin.resume();
const released = new Promise((resolve) => {
  for (const event of ['end', 'close', 'error']) process.stdin.once(event, resolve);
});

const code = await Promise.race([ended, released.then(() => 0)]);
signalGroup('SIGTERM');
for (const endsAt = Date.now() + graceMs; signalGroup(0) && Date.now() < endsAt;) {
  await new Promise((resolve) => setTimeout(resolve, 20));
}
signalGroup('SIGKILL');
for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
process.exit(code);

/** Whether the group still had a member to receive it. */
function signalGroup(signal) {
  try {
    process.kill(-child.pid, signal);
    return true;
  } catch {
    return false;
  }
}

/** Whether a member of the group still runs. Members that have ended but that nobody has asked about do not count. */
function groupIsRunning() {
  if (!signalGroup(0)) return false;
  if (!existsSync('/proc/self/stat')) return true;
  return readdirSync('/proc').some((id) => {
    if (!/^\d+$/.test(id)) return false;
    try {
      // number (name) state parent group …
      const [state, , group] = readFileSync(`/proc/${id}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ');
      return Number(group) === child.pid && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });
}

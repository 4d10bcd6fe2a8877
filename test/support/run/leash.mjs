// Runs a command and ends it, with all that it started, as soon as standard input closes:
//   node leash.mjs [--at-once] [--remove <folder>]… -- <command> [arguments]
// Input closes when the process that holds the other end closes it or dies, however it dies. So nothing stays behind,
// not even after SIGKILL. The folders named are removed last. With --at-once nothing is given time to tidy up.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';

const graceMs = 4_000;
const split = process.argv.indexOf('--');
const options = process.argv.slice(2, split);
const folders = options.filter((argument) => !['--remove', '--at-once'].includes(argument));
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
signalGroup(options.includes('--at-once') ? 'SIGKILL' : 'SIGTERM');
for (const endsAt = Date.now() + graceMs; groupIsRunning() && Date.now() < endsAt;) {
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

/**
 * Whether a member of the group still runs. One that has ended but that nobody has asked about yet does not: where the
 * first process of a machine takes its time to ask, each end would take a second longer.
 */
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

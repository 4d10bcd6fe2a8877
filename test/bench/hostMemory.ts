import { readdirSync, readFileSync } from 'node:fs';

const read = (file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // processes end while one looks at them
    return '';
  }
};

const fieldOf = (pid: string, name: string): number =>
  Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`))?.[1] ?? 0);

const isBelow = (pid: string, ancestor: number): boolean => {
  for (let at = Number(pid); at > 1; at = fieldOf(String(at), 'PPid')) if (at === ancestor) return true;
  return false;
};

/** The process that runs the extensions of the editor this process has started; undefined where there is no `/proc`. */
export const extensionHost = (): string | undefined => {
  const isHost = (pid: string): boolean => read(`/proc/${pid}/cmdline`).includes('--type=extensionHost');
  try {
    return readdirSync('/proc').find((pid) => /^\d+$/.test(pid) && isHost(pid) && isBelow(pid, process.pid));
  } catch {
    return undefined;
  }
};

/** Memory of a process as the system counts it. */
export const memoryOf = (pid: string): number => fieldOf(pid, 'VmRSS') * 1024;

/** Follows the memory of a process until it is told to stop; answers the most it had. */
export const followMemory = (pid: string): (() => number) => {
  let most = memoryOf(pid);
  const watch = setInterval(() => (most = Math.max(most, memoryOf(pid))), 20);
  return () => {
    clearInterval(watch);
    return Math.max(most, memoryOf(pid));
  };
};

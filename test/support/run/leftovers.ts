import { existsSync, readFileSync, readdirSync } from 'node:fs';

/** The folder itself and, on Linux, processes that mention it. */
export function findLeftovers(folder: string): string[] {
  return [...(existsSync(folder) ? [folder] : []), ...findProcesses(folder).map(({ line }) => line)];
}

function findProcesses(text: string): { readonly line: string }[] {
  if (!existsSync('/proc/self/cmdline')) return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((id) => {
      const commandLine = readProcess(id, 'cmdline');
      const isOne = commandLine.includes(text) || readProcess(id, 'environ').includes(text);
      return isOne ? [{ line: `process ${id}: ${commandLine.slice(0, 200)}` }] : [];
    });
}

function readProcess(id: string, file: 'cmdline' | 'environ'): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}

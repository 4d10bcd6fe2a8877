import { startGit, type GitProcess } from '../git/command.ts';

export interface FastImport {
  readonly send: (...parts: readonly (string | Uint8Array)[]) => void;
  /** Returns the one-line response. */
  readonly ask: (question: string) => Promise<string>;
  /** Resolves once branches and tags are written. */
  readonly finish: () => Promise<void>;
}

/** `data` command with exact bytes. */
export const dataBlock = (content: string | Uint8Array): Uint8Array => {
  const bytes = Buffer.from(content);
  return Buffer.concat([Buffer.from(`data ${bytes.length}\n`), bytes, Buffer.from('\n')]);
};

const lines = (process: GitProcess, onLine: (line: string) => void): void => {
  let unread = '';
  process.stdout.setEncoding('utf8');
  process.stdout.on('data', (chunk: string) => {
    const parts = (unread + chunk).split('\n');
    unread = parts.pop() ?? '';
    for (const part of parts) onLine(part);
  });
};

/** Writes all objects to one pack. */
export const startFastImport = (directory: string): FastImport => {
  const child = startGit(directory, [
    '-c',
    'fastimport.unpackLimit=0',
    'fast-import',
    '--quiet',
    '--done',
    '--date-format=raw',
  ]);
  const questions: { resolve: (line: string) => void; reject: (error: Error) => void }[] = [];
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (complaint += chunk));
  lines(child, (line) => questions.shift()?.resolve(line));
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const error = new Error(`git fast-import ended with ${code ?? 'a signal'}: ${complaint.trim()}`);
      for (const question of questions) question.reject(error);
      reject(error);
    });
  });
  // errors reach callers of `ask` and `finish`
  ended.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  const send = (...parts: readonly (string | Uint8Array)[]): void => {
    for (const part of parts) child.stdin.write(part);
  };
  return {
    send,
    ask: (question) =>
      new Promise((resolve, reject) => {
        questions.push({ resolve, reject });
        send(`${question}\n`);
      }),
    finish: async () => {
      child.stdin.end('done\n');
      await ended;
    },
  };
};

import { startGit, type GitProcess } from './command.ts';

export interface ObjectInfo {
  readonly sha: string;
  readonly type: string;
  readonly size: number;
}

interface Question {
  readonly wantsContent: boolean;
  readonly resolve: (answer: (ObjectInfo & { content: Buffer }) | undefined) => void;
  readonly reject: (error: Error) => void;
}

const nothing = Buffer.alloc(0);

/** Long-running `git cat-file --batch-command`; sees new objects and moved refs. Starts with the first query. */
export class ObjectReader {
  readonly #directory: string;
  #process: GitProcess | undefined;
  #questions: Question[] = [];
  #unread: Buffer = nothing;
  /** Joined once the answer may be complete; joining each time would be quadratic. */
  #pieces: Buffer[] = [];
  #missing = 0;
  #closed = false;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Resolves a revision (`main`, `v1.0^{commit}`, a SHA); undefined when it is missing or ambiguous. */
  async info(revision: string): Promise<ObjectInfo | undefined> {
    return this.#ask('info', revision, false);
  }

  async contents(revision: string): Promise<(ObjectInfo & { content: Buffer }) | undefined> {
    return this.#ask('contents', revision, true);
  }

  /** Pending queries fail. */
  close(): void {
    this.#closed = true;
    this.#process?.kill('SIGKILL');
    this.#fail(new Error('The repository was closed.'));
  }

  #ask(
    command: string,
    revision: string,
    wantsContent: boolean,
  ): Promise<Awaited<ReturnType<ObjectReader['contents']>>> {
    // a line break would end the command, a relative path the process; empty names and NUL never name an object
    if (revision === '' || /[\n\0]|^[^:]*:(?:\d:)?\.\.?\//.test(revision)) return Promise.resolve(undefined);
    if (this.#closed) return Promise.reject(new Error('The repository was closed.'));
    return new Promise((resolve, reject) => {
      this.#questions.push({ wantsContent, resolve, reject });
      this.#running().stdin.write(`${command} ${revision}\n`);
    });
  }

  #running(): GitProcess {
    if (this.#process !== undefined) return this.#process;
    const started = startGit(this.#directory, ['cat-file', '--batch-command']);
    const ended = (error: Error): void => {
      if (this.#process !== started) return;
      this.#process = undefined;
      this.#fail(error);
    };
    started.stdout.on('data', (chunk: Buffer) => {
      this.#pieces.push(chunk);
      this.#missing -= chunk.length;
      if (this.#missing <= 0) this.#answer();
    });
    started.stdin.on('error', ended);
    started.once('error', ended);
    started.once('close', (code) => ended(new Error(`git cat-file ended with ${code ?? 'a signal'}`)));
    started.stderr.resume();
    this.#process = started;
    // drops the partial answer of a process that ended
    [this.#unread, this.#pieces, this.#missing] = [nothing, [], 0];
    return started;
  }

  #answer(): void {
    this.#unread = Buffer.concat([this.#unread, ...this.#pieces]);
    this.#pieces = [];
    for (;;) {
      const question = this.#questions[0];
      const lineEnd = this.#unread.indexOf(10);
      if (question === undefined || lineEnd === -1) return;
      const found = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(this.#unread.toString('utf8', 0, lineEnd));
      const size = Number(found?.[3] ?? 0);
      const hasContent = found !== null && question.wantsContent;
      const end = lineEnd + 1 + (hasContent ? size + 1 : 0);
      this.#missing = end - this.#unread.length;
      if (this.#missing > 0) return;
      const content = hasContent ? Buffer.from(this.#unread.subarray(lineEnd + 1, end - 1)) : nothing;
      this.#unread = this.#unread.length === end ? nothing : this.#unread.subarray(end);
      this.#questions.shift();
      question.resolve(found === null ? undefined : { sha: found[1] ?? '', type: found[2] ?? '', size, content });
    }
  }

  #fail(error: Error): void {
    const questions = this.#questions;
    this.#questions = [];
    this.#unread = nothing;
    for (const question of questions) question.reject(error);
  }
}

import { startGit, type GitProcess } from './command.ts';

/** Name, kind and size of an object, without its content. */
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

/**
 * One lasting `git cat-file --batch-command` of a repository: an answer in a fraction of the time a process needs to
 * start. Sees new objects and moved refs. Started at the first question, ended by `close`.
 */
export class ObjectReader {
  readonly #directory: string;
  #process: GitProcess | undefined;
  #questions: Question[] = [];
  #unread: Buffer = nothing;
  /** The pieces received since. They are joined once the answer may be whole: joining each time would be quadratic. */
  #pieces: Buffer[] = [];
  #missing = 0;
  #closed = false;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Looks up a revision (`main`, `v1.0^{commit}`, a hash); undefined when there is none or it is ambiguous. */
  async info(revision: string): Promise<ObjectInfo | undefined> {
    return this.#ask('info', revision, false);
  }

  /** Reads an object whole; undefined when there is none. */
  async contents(revision: string): Promise<(ObjectInfo & { content: Buffer }) | undefined> {
    return this.#ask('contents', revision, true);
  }

  /** Ends the process; questions still open fail. */
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
    // a line break would end the command, and a relative path git; an empty name or one with a NUL is never an object
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
    // nothing of one that ended in the middle of an answer
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

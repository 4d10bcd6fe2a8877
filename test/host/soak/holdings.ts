import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import * as vscode from 'vscode';

export interface Holdings {
  /** Reachable memory. */
  readonly heapBytes: number;
  /** Of all event emitters, VS Code's and ours. */
  readonly listeners: number;
  readonly timers: number;
  readonly sockets: number;
  /** Child processes; undefined without /proc. */
  readonly processes: number | undefined;
}

export const holdings = async (): Promise<Holdings> => {
  const listeners = await inspected(countListeners);
  await inspected(async (session) => {
    for (let turn = 0; turn < 3; turn += 1) await session.post('HeapProfiler.collectGarbage');
  });
  const active = process.getActiveResourcesInfo();
  return {
    heapBytes: process.memoryUsage().heapUsed,
    listeners,
    timers: active.filter((name) => name === 'Timeout').length,
    sockets: active.filter((name) => /^(TCP|TLS)/.test(name)).length,
    processes: childProcesses(),
  };
};

/** The session's objects are released with it. */
const inspected = async <T>(ask: (session: Session) => Promise<T>): Promise<T> => {
  const session = new Session();
  session.connect();
  try {
    return await ask(session);
  } finally {
    session.disconnect();
  }
};

/** Sums the listeners of all reachable emitters. */
const countListeners = async (session: Session): Promise<number> => {
  const shared = globalThis as { soakEmitters?: object };
  shared.soakEmitters = Object.getPrototypeOf(new vscode.EventEmitter<void>()) as object;
  const { result: prototype } = await session.post('Runtime.evaluate', { expression: 'soakEmitters' });
  delete shared.soakEmitters;
  const { objects } = await session.post('Runtime.queryObjects', { prototypeObjectId: prototype.objectId ?? '' });
  const { result } = await session.post('Runtime.callFunctionOn', {
    functionDeclaration: 'function (name) { return this.reduce((sum, each) => sum + (each[name] ?? 0), 0); }',
    ...(objects.objectId === undefined ? {} : { objectId: objects.objectId }),
    arguments: [{ value: countName() }],
    returnByValue: true,
  });
  return result.value as number;
};

/** Name of an emitter's listener counter, which VS Code's builds minify. */
const countName = (): string => {
  const emitter = new vscode.EventEmitter<void>();
  const members = emitter as unknown as Readonly<Record<string, unknown>>;
  const read = (): ReadonlyMap<string, unknown> => new Map(Object.keys(members).map((name) => [name, members[name]]));
  for (const count of [1, 2]) emitter.event(() => count);
  const names = [...read()].filter(([, value]) => value === 2).map(([name]) => name);
  emitter.event(() => undefined);
  const name = names.find((each) => members[each] === 3);
  emitter.dispose();
  if (name === undefined) throw new Error('VS Code counts listeners in another way now');
  return name;
};

const childProcesses = (): number | undefined => {
  const tasks = '/proc/self/task';
  if (!existsSync(tasks)) return undefined;
  return readdirSync(tasks)
    .map((task) => readFileSync(`${tasks}/${task}/children`, 'utf8'))
    .flatMap((children) => children.split(' ').filter(Boolean)).length;
};

import type * as v from 'valibot';

/** Only `GET` may be retried. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Place = 'path' | 'query' | 'body';

export type Tier = 'free' | 'premium' | 'ultimate';

export interface ParameterNotes {
  /** Server default. */
  readonly default?: string | number | boolean;
  /** `major.minor`. */
  readonly since?: string;
  readonly tier?: Tier;
  /** Independent of the licence. */
  readonly build?: 'enterprise';
}

export interface Parameter<Value = unknown, Required extends boolean = boolean> extends ParameterNotes {
  readonly place: Place;
  readonly schema: v.GenericSchema<Value>;
  readonly required: Required;
}

/** Parameters by wire name. */
export type ParameterTable = Readonly<Record<string, Parameter>>;

export interface JsonAnswer<Value> {
  readonly kind: 'json';
  readonly schema: v.GenericSchema<unknown, Value>;
  /** `list` also for unpaged lists and records with diffs. */
  readonly length: 'record' | 'list';
}

/** `page`, `per_page`, `X-Next-Page`, `Link`; the schema is of one item. */
export interface PageAnswer<Item> {
  readonly kind: 'page';
  readonly schema: v.GenericSchema<unknown, Item>;
}

/** Small enough for memory. */
export interface BytesAnswer {
  readonly kind: 'bytes';
}

/** Streamed; the server may redirect to another origin. */
export interface DownloadAnswer {
  readonly kind: 'download';
}

export interface NothingAnswer {
  readonly kind: 'nothing';
  /** `empty`: a body means that something else answered. `json`: not read, as it varies between releases. */
  readonly body: 'empty' | 'json';
}

export type Answer = JsonAnswer<unknown> | PageAnswer<unknown> | BytesAnswer | DownloadAnswer | NothingAnswer;

/** Sent by the client, routed by the sandbox, counted by tests. */
export interface Operation<P extends ParameterTable = ParameterTable, A extends Answer = Answer> {
  /** Such as `C5`, from the interface document, or ours. */
  readonly reference: string;
  readonly method: Method;
  /** Below `/api/v4`, with `:name`. */
  readonly path: string;
  readonly parameters: P;
  readonly answer: A;
  readonly success: readonly number[];
  /** Default: JSON. Multipart may stream a file. */
  readonly encoding?: 'multipart';
  /** `major.minor`; omitted if no source names one. */
  readonly since?: string;
  readonly tier?: Tier;
}

type RequiredParameter = Parameter<unknown, true>;

type ValueOf<X> = X extends Parameter<infer Value> ? Value : never;

type Flat<T> = { readonly [K in keyof T]: T[K] };

export type ParametersOf<O extends Operation> = Flat<
  {
    [K in keyof O['parameters'] as O['parameters'][K] extends RequiredParameter ? K : never]: ValueOf<
      O['parameters'][K]
    >;
  } & {
    [K in keyof O['parameters'] as O['parameters'][K] extends RequiredParameter ? never : K]?:
      | ValueOf<O['parameters'][K]>
      | undefined;
  }
>;

export type RecordOf<O extends Operation> =
  O['answer'] extends JsonAnswer<infer Value> ? Value : O['answer'] extends PageAnswer<infer Item> ? Item : never;

/** Infers types. */
export const operation = <const P extends ParameterTable, A extends Answer>(data: Operation<P, A>): Operation<P, A> =>
  data;

/** Writes are sent once. */
export const isWrite = (operation: Pick<Operation, 'method'>): boolean => operation.method !== 'GET';

export const inPath = <T>(schema: v.GenericSchema<T>): Parameter<T, true> => ({
  place: 'path',
  schema,
  required: true,
});

export const inQuery = <T>(schema: v.GenericSchema<T>, notes: ParameterNotes = {}): Parameter<T, false> => ({
  place: 'query',
  schema,
  required: false,
  ...notes,
});

export const requiredInQuery = <T>(schema: v.GenericSchema<T>, notes: ParameterNotes = {}): Parameter<T, true> => ({
  place: 'query',
  schema,
  required: true,
  ...notes,
});

export const inBody = <T>(schema: v.GenericSchema<T>, notes: ParameterNotes = {}): Parameter<T, false> => ({
  place: 'body',
  schema,
  required: false,
  ...notes,
});

export const requiredInBody = <T>(schema: v.GenericSchema<T>, notes: ParameterNotes = {}): Parameter<T, true> => ({
  place: 'body',
  schema,
  required: true,
  ...notes,
});

export const json = <Value>(schema: v.GenericSchema<unknown, Value>): JsonAnswer<Value> => ({
  kind: 'json',
  schema,
  length: 'record',
});

export const longJson = <Value>(schema: v.GenericSchema<unknown, Value>): JsonAnswer<Value> => ({
  kind: 'json',
  schema,
  length: 'list',
});

export const pageOf = <Item>(schema: v.GenericSchema<unknown, Item>): PageAnswer<Item> => ({ kind: 'page', schema });

export const bytes: BytesAnswer = { kind: 'bytes' };

export const download: DownloadAnswer = { kind: 'download' };

export const nothing: NothingAnswer = { kind: 'nothing', body: 'empty' };

export const unreadJson: NothingAnswer = { kind: 'nothing', body: 'json' };

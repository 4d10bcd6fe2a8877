import type * as v from 'valibot';

/** HTTP methods of the service. `GET` is the only one we may send again. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Where a parameter travels: in the path, in the query string or in the JSON body. */
export type Place = 'path' | 'query' | 'body';

/** The tier a server needs before it knows an operation or a parameter. */
export type Tier = 'free' | 'premium' | 'ultimate';

/** What the catalogue says of a parameter besides its type. */
export interface ParameterNotes {
  /** The server's default when the parameter is left out. */
  readonly default?: string | number | boolean;
  /** First release that reads the parameter, as `major.minor`. */
  readonly since?: string;
  readonly tier?: Tier;
  /** Read by Enterprise builds alone, with any licence or none. */
  readonly build?: 'enterprise';
}

/** One parameter of an operation: where it goes, its type, whether it must be given. */
export interface Parameter<Value = unknown, Required extends boolean = boolean> extends ParameterNotes {
  readonly place: Place;
  readonly schema: v.GenericSchema<Value>;
  readonly required: Required;
}

/** The parameters of an operation by their name on the wire. */
export type ParameterTable = Readonly<Record<string, Parameter>>;

/** One JSON value, checked against its schema. */
export interface JsonAnswer<Value> {
  readonly kind: 'json';
  readonly schema: v.GenericSchema<unknown, Value>;
  /** One record, or a value as long as a whole list: a list without pages, or a record that holds diffs. */
  readonly length: 'record' | 'list';
}

/** A JSON array that comes in pages (`page`, `per_page`, headers `X-Next-Page` and `Link`); the schema is one item's. */
export interface PageAnswer<Item> {
  readonly kind: 'page';
  readonly schema: v.GenericSchema<unknown, Item>;
}

/** The raw bytes of a file, small enough to be kept in memory. */
export interface BytesAnswer {
  readonly kind: 'bytes';
}

/** An archive of any size, read as it comes; the server may send the reader on to another origin for it. */
export interface DownloadAnswer {
  readonly kind: 'download';
}

/** Nothing worth reading. */
export interface NothingAnswer {
  readonly kind: 'nothing';
  /** `empty`: any body is a sign that someone else has answered. `json`: its form differs between releases. */
  readonly body: 'empty' | 'json';
}

/** What an operation answers on success. */
export type Answer = JsonAnswer<unknown> | PageAnswer<unknown> | BytesAnswer | DownloadAnswer | NothingAnswer;

/** One operation of the service as data: the client sends it, the sandbox routes it, tests count it. */
export interface Operation<P extends ParameterTable = ParameterTable, A extends Answer = Answer> {
  /** `C5` and the like: the reference of the interface document, or ours for operations it does not list. */
  readonly reference: string;
  readonly method: Method;
  /** Path below `/api/v4`, with `:name` for each path parameter. */
  readonly path: string;
  readonly parameters: P;
  readonly answer: A;
  /** Status codes that mean success. */
  readonly success: readonly number[];
  /** How the body travels; JSON when left out. A multipart body may hold a file, which is streamed. */
  readonly encoding?: 'multipart';
  /** First release that has the operation, as `major.minor`; left out where no source names one. */
  readonly since?: string;
  readonly tier?: Tier;
}

type RequiredParameter = Parameter<unknown, true>;

type ValueOf<X> = X extends Parameter<infer Value> ? Value : never;

type Flat<T> = { readonly [K in keyof T]: T[K] };

/** The values a caller gives for an operation: required ones must be there, the others may be left out. */
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

/** One record of the answer: the value of a JSON answer, one item of a page. */
export type RecordOf<O extends Operation> =
  O['answer'] extends JsonAnswer<infer Value> ? Value : O['answer'] extends PageAnswer<infer Item> ? Item : never;

/** Names an operation; the types of its parameters and of its answer follow from the data. */
export const operation = <const P extends ParameterTable, A extends Answer>(data: Operation<P, A>): Operation<P, A> =>
  data;

/** Says whether sending the operation changes something; such an operation is sent once and never again. */
export const isWrite = (operation: Pick<Operation, 'method'>): boolean => operation.method !== 'GET';

/** A parameter of the path; always required. */
export const inPath = <T>(schema: v.GenericSchema<T>): Parameter<T, true> => ({
  place: 'path',
  schema,
  required: true,
});

/** An optional parameter of the query string. */
export const inQuery = <T>(schema: v.GenericSchema<T>, notes: ParameterNotes = {}): Parameter<T, false> => ({
  place: 'query',
  schema,
  required: false,
  ...notes,
});

/** A required parameter of the query string. */
export const requiredInQuery = <T>(schema: v.GenericSchema<T>, notes: ParameterNotes = {}): Parameter<T, true> => ({
  place: 'query',
  schema,
  required: true,
  ...notes,
});

/** An optional member of the JSON body. */
export const inBody = <T>(schema: v.GenericSchema<T>, notes: ParameterNotes = {}): Parameter<T, false> => ({
  place: 'body',
  schema,
  required: false,
  ...notes,
});

/** A required member of the JSON body. */
export const requiredInBody = <T>(schema: v.GenericSchema<T>, notes: ParameterNotes = {}): Parameter<T, true> => ({
  place: 'body',
  schema,
  required: true,
  ...notes,
});

/** The operation answers one record. */
export const json = <Value>(schema: v.GenericSchema<unknown, Value>): JsonAnswer<Value> => ({
  kind: 'json',
  schema,
  length: 'record',
});

/** The operation answers one JSON value that may be as long as a list. */
export const longJson = <Value>(schema: v.GenericSchema<unknown, Value>): JsonAnswer<Value> => ({
  kind: 'json',
  schema,
  length: 'list',
});

/** The operation answers an array in pages. */
export const pageOf = <Item>(schema: v.GenericSchema<unknown, Item>): PageAnswer<Item> => ({ kind: 'page', schema });

/** The operation answers raw bytes. */
export const bytes: BytesAnswer = { kind: 'bytes' };

/** The operation answers an archive. */
export const download: DownloadAnswer = { kind: 'download' };

/** The operation answers an empty body. */
export const nothing: NothingAnswer = { kind: 'nothing', body: 'empty' };

/** The operation answers JSON that is not worth reading. */
export const unreadJson: NothingAnswer = { kind: 'nothing', body: 'json' };

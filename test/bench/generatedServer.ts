// A server without any work of its own: pages of commits, a connection of 10,000 nodes, a sink for uploads, a source of downloads.
// node generatedServer.ts <pages> <bytes of a download>; prints its address.
import { createHash } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const [pages = 0, downloadBytes = 0] = process.argv.slice(2).map(Number);
const perPage = 100;
const differentPages = 16;

const hash = (text: string): string => createHash('sha1').update(text).digest('hex');

const commit = (number: number): unknown => {
  const id = hash(`commit ${number}`);
  const at = new Date(1_700_000_000_000 + number * 60_000).toISOString();
  const title = `Change number ${number} of the generated history`;
  return {
    id,
    short_id: id.slice(0, 8),
    created_at: at,
    parent_ids: [hash(`commit ${number - 1}`)],
    title,
    message: `${title}\n\nIt says a little more about what was done and why it was done,\nas messages do.\n`,
    author_name: 'Olive Marsh',
    author_email: 'olive@acme.example',
    authored_date: at,
    committer_name: 'Olive Marsh',
    committer_email: 'olive@acme.example',
    committed_date: at,
    trailers: {},
    extended_trailers: {},
    web_url: `https://gitlab.example/acme/orchard/-/commit/${id}`,
  };
};

const bodies = Array.from({ length: differentPages }, (_page, page) =>
  Buffer.from(JSON.stringify(Array.from({ length: perPage }, (_item, item) => commit(page * perPage + item)))),
);

const sendPage = (response: ServerResponse, number: number): void => {
  const body = bodies[number % differentPages] ?? Buffer.alloc(0);
  const next = number < pages ? String(number + 1) : '';
  const address = 'http://localhost/api/v4/projects/1/repository/commits';
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-length': body.length,
    'x-page': number,
    'x-per-page': perPage,
    'x-next-page': next,
    'x-prev-page': number > 1 ? number - 1 : '',
    link: next === '' ? '' : `<${address}?page=${next}&per_page=${perPage}>; rel="next"`,
  });
  response.end(body);
};

const connectionPages = 100;

/** One page of the connection of commits, as the query of the product asks for it. */
const connectionPage = (number: number): Buffer => {
  const nodes = Array.from({ length: perPage }, (_node, index) => {
    const sha = hash(`node ${number * perPage + index}`);
    return {
      id: `gid://gitlab/CommitPresenter/${sha}`,
      sha,
      title: `Change number ${number * perPage + index} of the generated history`,
      authorName: 'Olive Marsh',
      committedDate: new Date(1_700_000_000_000 + number * 60_000).toISOString(),
    };
  });
  const pageInfo = { endCursor: String(number), hasNextPage: number < connectionPages };
  const project = { id: 'gid://gitlab/Project/1', repository: { commits: { pageInfo, nodes } } };
  return Buffer.from(JSON.stringify({ data: { project } }));
};

const connection = Array.from({ length: connectionPages }, (_page, index) => connectionPage(index + 1));

const sendConnection = (response: ServerResponse, asked: string): void => {
  const { variables } = JSON.parse(asked) as { readonly variables: { readonly after: string | null } };
  const body = connection[Number(variables.after ?? 0)] ?? Buffer.alloc(0);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
};

const imported = JSON.stringify({
  id: 1,
  description: null,
  name: 'a',
  path: 'a',
  path_with_namespace: 'b/a',
  import_status: 'scheduled',
});

const block = Buffer.alloc(256 * 1024, 0x5a);
block[0] = 0x1f;
block[1] = 0x8b;

const sendBytes = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, { 'content-type': 'application/gzip', 'content-length': downloadBytes });
  for (let left = downloadBytes; left > 0; left -= block.length) {
    if (response.write(left >= block.length ? block : block.subarray(0, left))) continue;
    await new Promise((drained) => response.once('drain', drained));
  }
  response.end();
};

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', 'http://localhost');
  if (url.pathname === '/api/graphql') {
    let asked = '';
    request.on('data', (part: Buffer) => (asked += part.toString()));
    request.once('end', () => sendConnection(response, asked));
  } else if (request.method === 'POST') {
    request.resume().once('end', () => {
      response.writeHead(201, { 'content-type': 'application/json' }).end(imported);
    });
  } else if (url.pathname.endsWith('/export/download')) void sendBytes(response);
  else sendPage(response, Number(url.searchParams.get('page') ?? 1));
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

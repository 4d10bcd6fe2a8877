// node generatedHistory.ts <pages>: serves a precomputed history and prints its address
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';

const pages = Number(process.argv[2]);
const perPage = 100;

const sha = (number: number): string => createHash('sha1').update(`commit ${number}`).digest('hex');

const commit = (number: number): unknown => {
  const at = new Date(1_700_000_000_000 + number * 60_000).toISOString();
  const title = `Change number ${number} of the generated history`;
  return {
    id: sha(number),
    short_id: sha(number).slice(0, 8),
    created_at: at,
    parent_ids: [sha(number - 1)],
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
    web_url: `https://gitlab.example/acme/orchard/-/commit/${sha(number)}`,
  };
};

/** Repeats after 16 pages. */
const bodies = Array.from({ length: 16 }, (_page, page) =>
  Buffer.from(JSON.stringify(Array.from({ length: perPage }, (_item, item) => commit(page * perPage + item)))),
);

const server = createServer(({ url = '' }, response) => {
  const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
  const next = page < pages ? String(page + 1) : '';
  const link = `<http://localhost/api/v4/projects/1/repository/commits?page=${next}&per_page=${perPage}>; rel="next"`;
  response.writeHead(200, {
    'content-type': 'application/json',
    'x-page': page,
    'x-per-page': perPage,
    'x-next-page': next,
    'x-prev-page': page > 1 ? page - 1 : '',
    link: next === '' ? '' : link,
  });
  response.end(bodies[page % bodies.length]);
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));

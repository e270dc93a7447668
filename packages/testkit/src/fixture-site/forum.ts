import { page, send, type PageRoutes, type Exchange } from "./reply.ts";

/** Threads of the fixture forum, on listing pages of ten with their number in the path, newest first. */
export const forumThreads: readonly { readonly path: string; readonly title: string }[] = Array.from(
  { length: 60 },
  (_, index) => ({
    path: `/thread/${1000 - index}-question-about-part-${index + 1}`,
    title: `Question about part ${index + 1}`,
  }),
);

const threadsPerPage = 10;

/** A forum: threads on numbered listing pages (`/board/page/2`), posts with user names, and an endless calendar. */
export function forumRoutes(): PageRoutes {
  return {
    "": (exchange) => send(exchange, board(1)),
    board: (exchange) => send(exchange, board(Number(exchange.rest[1] ?? 1))),
    thread: (exchange) => thread(exchange),
    calendar: (exchange) => calendar(exchange),
  };
}

function board(number: number): string {
  const shown = forumThreads.slice((number - 1) * threadsPerPage, number * threadsPerPage);
  const rows = shown.map(({ path, title }) => `<tr><td><a href="${path}">${title}</a></td><td>12 replies</td></tr>`);
  const numbers = Array.from({ length: 6 }, (_, index) => `<a href="/board/page/${index + 1}">${index + 1}</a>`);
  return page(
    `Board, page ${number}`,
    `<table><tr><th>Thread</th><th>Replies</th></tr>${rows.join("")}</table><p>${numbers.join(" ")}</p>
    <p><a href="/calendar/2026/1">Calendar</a></p>`,
  );
}

function thread(exchange: Exchange): void {
  const found = forumThreads.find((candidate) => candidate.path === exchange.url.pathname);
  if (found === undefined) send(exchange, page("Not found", "<p>No such thread.</p>"), { status: 404 });
  else send(exchange, page(found.title, "<h2>rosa</h2><p>Which screw fits here?</p><h2>karl</h2><p>The long one.</p>"));
}

/** Every month leads to the next one, for ever. */
function calendar(exchange: Exchange): void {
  const [year = 2026, month = 1] = exchange.rest.map(Number);
  const next = month === 12 ? `${year + 1}/1` : `${year}/${month + 1}`;
  send(
    exchange,
    page(`Calendar ${year}/${month}`, `<p>No events.</p><p><a href="/calendar/${next}">Next month</a></p>`),
  );
}

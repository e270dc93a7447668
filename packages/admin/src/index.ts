/**
 * The queue of an engine in a browser, for whoever runs it.
 * @module
 */
export { queuesPage, type QueuesPage, type QueuesPageOptions } from "./queues-page.ts";

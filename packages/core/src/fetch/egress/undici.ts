// Imported by its path: Bun replaces the bare name with a module of its own, which reads no cookies and would not connect to
// the very address that the guard has checked.
export {
  Agent,
  buildConnector,
  fetch as undiciFetch,
  parseCookie,
  ProxyAgent,
  type Dispatcher,
  type RequestInit as UndiciRequestInit,
} from "undici/index.js";

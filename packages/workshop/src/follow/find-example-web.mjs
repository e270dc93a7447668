// Preloaded into processes that follow the documentation: they find example.com on loopback, and nothing else changes.
import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import net from "node:net";

const [http = 0, https = 0] = (process.env["EXAMPLE_WEB_PORTS"] ?? "").split(",").map(Number);
/** An address of the public internet, which the egress guard lets through. */
const address = "93.184.215.14";
const isExample = (name) => name === "example.com" || name.endsWith(".example.com");

const { lookup } = dns;
dns.lookup = async (name, options) => {
  if (!isExample(name)) return lookup(name, options);
  return options?.all === true ? [{ address, family: 4 }] : { address, family: 4 };
};
syncBuiltinESMExports();

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function connectToExample(...parameters) {
  // `net.connect` passes its parameters as one array that it has put in order.
  const [first] = parameters;
  const options = Array.isArray(first) ? first[0] : first;
  if (typeof options !== "object" || !(isExample(String(options.host)) || options.host === address))
    return connect.apply(this, parameters);
  const { lookup: _, ...rest } = options;
  const target = { ...rest, host: "127.0.0.1", port: Number(options.port) === 443 ? https : http };
  return connect.call(this, target, ...(Array.isArray(first) ? first.slice(1) : parameters.slice(1)));
};

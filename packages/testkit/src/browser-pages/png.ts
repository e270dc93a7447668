import { inflateSync } from "node:zlib";

/** A decoded picture. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue at a point, 0 to 255. */
  colourAt(x: number, y: number): readonly [red: number, green: number, blue: number];
}

/** Decodes a PNG of eight bits per channel that is not interlaced, which is what browsers write (RFC 2083). */
export function readPng(bytes: Uint8Array): Picture {
  const view = Buffer.from(bytes);
  const width = view.readUInt32BE(16);
  const height = view.readUInt32BE(20);
  const channels = view[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let offset = 8; offset < view.length;) {
    const length = view.readUInt32BE(offset);
    const type = view.toString("latin1", offset + 4, offset + 8);
    if (type === "IDAT") parts.push(view.subarray(offset + 8, offset + 8 + length));
    offset += length + 12;
  }
  const pixels = unfilter(inflateSync(Buffer.concat(parts)), { width, height, channels });
  return {
    width,
    height,
    colourAt(x, y) {
      const start = (y * width + x) * channels;
      return [pixels[start] ?? 0, pixels[start + 1] ?? 0, pixels[start + 2] ?? 0];
    },
  };
}

/** Undoes the filters of the scan lines (RFC 2083 §6). */
function unfilter(
  lines: Buffer,
  { width, height, channels }: { width: number; height: number; channels: number },
): Uint8Array {
  const stride = width * channels;
  const pixels = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x >= channels ? (pixels[at - channels] ?? 0) : 0;
      const up = y > 0 ? (pixels[at - stride] ?? 0) : 0;
      const corner = y > 0 && x >= channels ? (pixels[at - stride - channels] ?? 0) : 0;
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[at] = (lines[y * (stride + 1) + 1 + x] ?? 0) + predicted;
    }
  }
  return pixels;
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

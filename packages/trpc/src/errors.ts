import { EngineError, type ErrorStatus, type KnownError } from "@garner/core";
import { TRPCError, type TRPC_ERROR_CODE_KEY, type TRPCDefaultErrorShape } from "@trpc/server";

/** A failure for programs: the code narrows the details, as it does for an EngineError. */
export type GarnerFailure = KnownError extends infer Failure
  ? Failure extends KnownError
    ? Pick<Failure, "code" | "details" | "retryable">
    : never
  : never;

/** tRPC's shape of an error, with the engine's failure in `data.garner` where there is one. */
export interface GarnerErrorShape extends TRPCDefaultErrorShape {
  readonly data: TRPCDefaultErrorShape["data"] & { readonly garner?: GarnerFailure | undefined };
}

/** Adds the engine's failure to an error for clients. For the root of a router that nests Garner's. */
export function garnerErrorFormatter({
  shape,
  error,
}: {
  readonly shape: TRPCDefaultErrorShape;
  readonly error: TRPCError;
}): GarnerErrorShape {
  if (!EngineError.is(error.cause)) return shape;
  const { code, details, retryable } = error.cause;
  return { ...shape, data: { ...shape.data, garner: { code, details, retryable } as GarnerFailure } };
}

/** The tRPC error for anything that an operation threw, with the EngineError as its cause. A host's own stays as it is. */
export function trpcError(thrown: unknown): TRPCError {
  if (isTrpcError(thrown)) return thrown;
  const cause = EngineError.from(thrown);
  return new TRPCError({ code: codeOf[cause.status], message: cause.message, cause });
}

/** By its name, as tRPC itself tells it: a host may have a copy of tRPC of its own. */
const isTrpcError = (thrown: unknown): thrown is TRPCError => thrown instanceof Error && thrown.name === "TRPCError";

const codeOf: Readonly<Record<ErrorStatus, TRPC_ERROR_CODE_KEY>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  402: "PAYMENT_REQUIRED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  405: "METHOD_NOT_SUPPORTED",
  408: "TIMEOUT",
  409: "CONFLICT",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  422: "UNPROCESSABLE_CONTENT",
  429: "TOO_MANY_REQUESTS",
  499: "CLIENT_CLOSED_REQUEST",
  500: "INTERNAL_SERVER_ERROR",
  501: "NOT_IMPLEMENTED",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
};

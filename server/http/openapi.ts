import type { FastifyInstance } from "fastify";
export function openApiRoutes(_app: FastifyInstance): void {}

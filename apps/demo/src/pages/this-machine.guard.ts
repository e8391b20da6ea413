import { ForbiddenException, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { isFromThisMachine } from './request-origin.js';

/** Restricts operators' pages to this machine, because the demo has no login. */
@Injectable()
export class ThisMachineGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { headers, socket } = context.switchToHttp().getRequest<Request>();
    if (isFromThisMachine(headers, socket.remoteAddress)) return true;
    throw new ForbiddenException(
      'This page has no login, so it opens only on the machine that the shop runs on.',
    );
  }
}

import { DiscoveryService } from '@nestjs/core';
import { eventsOf } from '../../webhooks/relied-events.js';
import type { ReliedPart } from '../../webhooks/relied-events.js';

/** Marks a provider of the library whose promises rest on webhook events. */
export const ReliesOnPayEvents = DiscoveryService.createDecorator<ReliedPart>();

/** Describes which events a provider relies on, for the log at boot. The application cannot see what is registered with the service. */
export function describeReliance(name: string, part: ReliedPart): string {
  const events = [...eventsOf([part])].map(
    ([eventTypeId, without]) => `${eventTypeId} (otherwise ${without.join('; ')})`,
  );
  return (
    `${name} relies on the webhook events ${events.join(', ')}. ` +
    `Check that they are registered: npx nestjs-pay doctor --webhook <address> --uses ${part}`
  );
}

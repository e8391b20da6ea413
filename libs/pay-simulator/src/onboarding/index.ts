export { invitationPages } from './invitation.pages.js';

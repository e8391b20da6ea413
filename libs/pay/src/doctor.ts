export { doctor } from './doctor/doctor.js';

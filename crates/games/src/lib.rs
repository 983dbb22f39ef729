//! The games of Secateur, one file each.

pub mod connect_four;

pub use connect_four::ConnectFour;

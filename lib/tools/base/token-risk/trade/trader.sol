// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

interface Token {
    function balanceOf(address) external view returns (uint256);
}

interface Weth {
    function deposit() external payable;
}

interface Pair {
    function token0() external view returns (address);
    function getReserves() external view returns (uint256, uint256, uint256);
    function getAmountOut(uint256, address) external view returns (uint256);
    function swap(uint256, uint256, address, bytes calldata) external;
    function swap(address, bool, int256, uint160, bytes calldata) external returns (int256, int256);
}

struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

struct SwapParams {
    bool zeroForOne;
    int256 amountSpecified;
    uint160 sqrtPriceLimitX96;
}

interface PoolManager {
    function unlock(bytes calldata) external returns (bytes memory);
    function swap(PoolKey memory, SwapParams memory, bytes calldata) external returns (int256);
    function sync(address) external;
    function settle() external payable returns (uint256);
    function take(address, address, uint256) external;
}

/// kind: 0 Uniswap V2, 1 Aerodrome, 2 Uniswap V3 and what calls back as it does, 3 Uniswap V4 (`pool` is the pool manager).
/// quote: the zero address for native ether. The last three matter to kind 3 alone.
struct Market {
    address token;
    address quote;
    address pool;
    uint256 kind;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

/// Never deployed: an eth_call puts this code at an address that holds nothing (a fresh buyer), at a holder's own address, and at one that holds
/// the quote token and lends it (any other pool of it).
contract Trader {
    uint256 constant MAGIC = 0x7472616465;

    /// Returns MAGIC, bought, buy tax in basis points, first part sold, rest sold, sell tax in basis points.
    function fresh(Market calldata m, uint256 spend, address lender) external returns (uint256[6] memory told) {
        told[0] = MAGIC;
        if (lender != address(0)) Trader(payable(lender)).lend(m.quote, spend);
        else if (m.quote != address(0)) Weth(m.quote).deposit{value: spend}();
        try this.trade(m, true, spend) returns (uint256, uint256 tax) {
            told[1] = 1;
            told[2] = tax;
        } catch {
            return told;
        }
        uint256 bought = held(m.token);
        try this.trade(m, false, bought / 3) returns (uint256 tax, uint256) {
            told[3] = 1;
            told[5] = tax;
        } catch {
            return told;
        }
        try this.trade(m, false, held(m.token)) returns (uint256 tax, uint256) {
            told[4] = 1;
            if (tax > told[5]) told[5] = tax;
        } catch {}
    }

    /// Returns MAGIC, whether a tenth of what this address holds could be sold, and the tax in basis points.
    function sale(Market calldata m) external returns (uint256[3] memory told) {
        told[0] = MAGIC;
        try this.trade(m, false, held(m.token) / 10) returns (uint256 tax, uint256) {
            told[1] = 1;
            told[2] = tax;
        } catch {}
    }

    function lend(address quote, uint256 amount) external {
        send(quote, msg.sender, amount);
    }

    /// Gives `amount` of one side of the market for the other; what either transfer lost, in basis points. Reverts when any step does.
    function trade(Market calldata m, bool buying, uint256 amount) external returns (uint256 giveTax, uint256 takeTax) {
        require(msg.sender == address(this) && amount > 0);
        (address give, address take) = buying ? (m.quote, m.token) : (m.token, m.quote);
        uint256 before = held(take);
        uint256 out;
        if (m.kind == 2) out = swapV3(give, give < take, m.pool, amount);
        else if (m.kind == 3) (giveTax, out) = swapV4(m, give, take, amount);
        else (giveTax, out) = swapPair(give, m.pool, m.kind, amount);
        uint256 got = held(take) - before;
        require(got > 0);
        if (got < out) takeTax = (out - got) * 10000 / out;
    }

    function held(address token) internal view returns (uint256) {
        return token == address(0) ? address(this).balance : Token(token).balanceOf(address(this));
    }

    function limitOf(bool zeroForOne) internal pure returns (uint160) {
        return zeroForOne ? 4295128740 : 1461446703485210103287273052203988822378723970341;
    }

    function swapV3(address give, bool zeroForOne, address pool, uint256 amount) internal returns (uint256) {
        (int256 amount0, int256 amount1) = Pair(pool).swap(address(this), zeroForOne, int256(amount), limitOf(zeroForOne), abi.encode(give));
        return uint256(-(zeroForOne ? amount1 : amount0));
    }

    function swapV4(Market calldata m, address give, address take, uint256 amount) internal returns (uint256 tax, uint256 out) {
        (address low, address high) = give < take ? (give, take) : (take, give);
        PoolKey memory key = PoolKey(low, high, m.fee, m.tickSpacing, m.hooks);
        uint256 paid;
        (paid, out) = abi.decode(PoolManager(m.pool).unlock(abi.encode(key, give < take, amount)), (uint256, uint256));
        if (paid < amount) tax = (amount - paid) * 10000 / amount;
    }

    /// Called by the pool manager. It is paid first, so that a taxed token trades what arrived.
    function unlockCallback(bytes calldata data) external returns (bytes memory) {
        (PoolKey memory key, bool zeroForOne, uint256 amount) = abi.decode(data, (PoolKey, bool, uint256));
        PoolManager manager = PoolManager(msg.sender);
        (address give, address take) = zeroForOne ? (key.currency0, key.currency1) : (key.currency1, key.currency0);
        uint256 paid = pay(manager, give, amount);
        int256 delta = manager.swap(key, SwapParams(zeroForOne, -int256(paid), limitOf(zeroForOne)), "");
        (int256 amount0, int256 amount1) = (delta >> 128, int256(int128(delta)));
        (int256 given, int256 taken) = zeroForOne ? (-amount0, amount1) : (-amount1, amount0);
        if (given < int256(paid)) manager.take(give, address(this), uint256(int256(paid) - given));
        manager.take(take, address(this), uint256(taken));
        return abi.encode(paid, uint256(taken));
    }

    function pay(PoolManager manager, address give, uint256 amount) internal returns (uint256) {
        manager.sync(give);
        if (give == address(0)) return manager.settle{value: amount}();
        send(give, address(manager), amount);
        return manager.settle();
    }

    function swapPair(address give, address pool, uint256 kind, uint256 amount) internal returns (uint256 tax, uint256 out) {
        uint256 before = Token(give).balanceOf(pool);
        send(give, pool, amount);
        uint256 received = Token(give).balanceOf(pool) - before;
        require(received > 0);
        if (received < amount) tax = (amount - received) * 10000 / amount;
        bool first = Pair(pool).token0() == give;
        (uint256 reserve0, uint256 reserve1,) = Pair(pool).getReserves();
        (uint256 reserveIn, uint256 reserveOut) = first ? (reserve0, reserve1) : (reserve1, reserve0);
        out = kind == 1
            ? Pair(pool).getAmountOut(received, give)
            : received * 997 * reserveOut / (reserveIn * 1000 + received * 997);
        Pair(pool).swap(first ? 0 : out, first ? out : 0, address(this), "");
    }

    function send(address token, address to, uint256 amount) internal {
        (bool ok, bytes memory answer) = token.call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        require(ok && (answer.length == 0 || abi.decode(answer, (bool))));
    }

    /// The callback of a V3 pool, whatever it is called: pays what it asks for.
    fallback() external {
        (int256 amount0, int256 amount1, bytes memory data) = abi.decode(msg.data[4:], (int256, int256, bytes));
        send(abi.decode(data, (address)), msg.sender, uint256(amount0 > 0 ? amount0 : amount1));
    }

    receive() external payable {}
}
